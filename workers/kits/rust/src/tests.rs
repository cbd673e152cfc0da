use super::*;

#[test]
fn the_hungriest_species_eats_first() {
    let question: Question = serde_json::from_str(
        r#"{"n": 0, "kind": "feed", "choices": ["feed a1", "feed a2"], "view": {"seats": [{"species": [
            {"id": "a1", "population": 2, "food": 1}, {"id": "a2", "population": 4, "food": 1}]}]}}"#,
    )
    .unwrap();
    assert_eq!(MyBot.choose(&Game::default(), &question), 1);
}
