"""What staff did in the admin, by form or by action: read by administrators, changed by nobody."""

from django.contrib import admin
from django.contrib.admin.models import LogEntry

from ladder.admin.acts import ModelAdmin, ReadOnly


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, ModelAdmin):
    """Newest first."""

    list_display = ["action_time", "user", "content_type", "object_repr", "change_message"]
    list_filter = ["user", "content_type"]
    search_fields = ["object_repr", "change_message"]
    date_hierarchy = "action_time"
    list_select_related = ["user", "content_type"]
