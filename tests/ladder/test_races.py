"""What happens when several processes do the same at once, on the database of this run."""

import pytest

from tests.ladder.racing import (  # noqa: F401  (pytest collects them here)
    test_a_build_report_taken_by_four_at_once_makes_one_trial,
    test_a_match_sent_by_five_at_once_gets_one_attempt,
    test_a_report_and_a_void_at_once_leave_one_of_the_two,
    test_a_report_and_the_sweep_at_once_leave_a_finished_match_without_open_attempts,
    test_a_request_sent_by_four_at_once_with_one_key_is_done_once,
    test_a_retry_asked_for_twice_at_once_makes_one_new_match,
    test_a_tournament_advanced_by_four_at_once_is_drawn_and_planned_once,
    test_a_void_ruled_while_a_fold_is_at_work_takes_the_match_out_all_the_same,
    test_of_two_attempts_that_report_at_once_one_counts,
    test_one_report_delivered_by_six_at_once_counts_once,
    test_planners_at_once_do_not_plan_beyond_what_the_workers_clear,
    test_planners_at_once_keep_to_two_matches_in_flight_for_each_bot,
    test_results_delivered_three_times_under_three_folders_give_what_a_replay_gives,
    test_schedulers_at_once_make_freeze_and_start_each_tournament_once,
    test_the_same_file_uploaded_twice_at_once_is_taken_once,
    test_two_uploads_of_one_owner_at_once_are_both_taken_and_numbered,
    test_two_versions_activated_at_once_leave_one_active,
    test_uploads_at_once_keep_to_the_quota,
    test_what_happened_is_told_once_by_four_senders_at_once,
)

pytestmark = pytest.mark.django_db(transaction=True)
