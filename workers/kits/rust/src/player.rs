//! Talks to the referee, so that a bot is one trait with a method for each kind of question.
use serde::Deserialize;
use serde_json::{json, Value};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

#[derive(Deserialize)]
pub struct Card {
    #[serde(rename = "trait")]
    pub name: String,
    pub food: Option<i32>,
}

#[derive(Deserialize)]
pub struct Species {
    pub id: String,
    pub population: i32,
    pub food: i32,
}

#[derive(Deserialize)]
pub struct Seat { pub species: Vec<Species> }

#[derive(Deserialize)]
pub struct View { pub seats: Vec<Seat> }

#[derive(Deserialize)]
pub struct Question {
    pub n: i64,
    pub kind: String,
    pub choices: Vec<String>,
    pub view: View,
}

/// What the referee has said about the game; `seat` is yours.
#[derive(Deserialize, Default)]
pub struct Game {
    pub seat: usize,
    pub cards: HashMap<String, Card>,
}

impl Game {
    /// Your own species, by id.
    pub fn mine<'a>(&self, view: &'a View) -> HashMap<&'a str, &'a Species> {
        view.seats[self.seat].species.iter().map(|one| (one.id.as_str(), one)).collect()
    }
}

/// Write the questions that you care about; the others get the first choice.
pub trait Bot {
    fn food(&self, _: &Game, _: &Question) -> usize {
        0
    }
    fn play(&self, _: &Game, _: &Question) -> usize {
        0
    }
    fn feed(&self, _: &Game, _: &Question) -> usize {
        0
    }
    fn choose(&self, game: &Game, question: &Question) -> usize {
        match question.kind.as_str() {
            "food" => self.food(game, question),
            "play" => self.play(game, question),
            "feed" => self.feed(game, question),
            _ => 0,
        }
    }
}

/// The place of the choice that is worth most, the first of several.
pub fn best(choices: &[String], worth: impl Fn(&[&str]) -> i32) -> usize {
    let worth_at = |at: &usize| worth(&choices[*at].split(' ').collect::<Vec<_>>());
    (0..choices.len()).rev().max_by_key(worth_at).unwrap_or(0)
}

/// Play games until the referee has no more. Your log is `eprintln!`.
pub fn run(bot: &impl Bot) -> Result<(), Box<dyn std::error::Error>> {
    let (mut game, mut out) = (Game::default(), io::stdout());
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        match message["type"].as_str() {
            Some("game") => {
                game = serde_json::from_value(message)?;
                writeln!(out, "{}", json!({"type": "ready", "name": "my bot"}))?;
            }
            Some("decide") => {
                let question: Question = serde_json::from_value(message)?;
                let choice = bot.choose(&game, &question);
                writeln!(out, "{}", json!({"type": "choose", "n": question.n, "choice": choice}))?;
            }
            _ => {}
        }
    }
    Ok(())
}
