//! Your bot. It raises a few plant eaters and feeds the hungriest first; make it better.
mod player;
use player::{best, run, Bot, Game, Question};

const WANTED: [&str; 7] = ["foraging", "long-neck", "cooperation", "fertile", "fat-tissue", "horns", "climbing"];

struct MyBot;

impl Bot for MyBot {
    /// Which card feeds the watering hole? The one with the most food.
    fn food(&self, game: &Game, question: &Question) -> usize {
        best(&question.choices, |words| game.cards[words[1]].food.unwrap_or(0))
    }

    /// What to do with the cards in hand, one at a time, until `end`.
    fn play(&self, game: &Game, question: &Question) -> usize {
        let species = game.mine(&question.view);
        best(&question.choices, |words| match words {
            ["trait", card, _] => WANTED.iter().position(|one| *one == game.cards[*card].name).map_or(-1, |at| 20 - at as i32),
            ["species", ..] if species.len() < 3 => 30,
            ["population", _, id] if species[id].population < 4 => 10 - species[id].population,
            ["end"] => 0,
            _ => -1,
        })
    }

    /// Who eats? The hungriest species that can.
    fn feed(&self, game: &Game, question: &Question) -> usize {
        let species = game.mine(&question.view);
        best(&question.choices, |words| match words {
            ["feed", id, ..] => 1 + species[id].population - species[id].food,
            ["end"] => 0,
            _ => -1,
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(&MyBot)
}

#[cfg(test)]
mod tests;
