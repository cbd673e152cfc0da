// Talks to the referee, so that a bot is a type with a method for each kind of question.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

type Card struct {
	Trait string
	Food  int
}

type Species struct {
	ID         string
	Population int
	Body       int
	Food       int
	Traits     []string
}

type View struct {
	WateringHole int `json:"watering_hole"`
	Seats        []struct {
		Species []Species
	}
}

type Question struct {
	N       int
	Kind    string
	Choices []string
	View    View
}

// Game is what the referee has said about the game; Seat is yours.
type Game struct {
	Seat    int
	Players int
	Cards   map[string]Card
}

// Mine gives your own species by id.
func (game *Game) Mine(view *View) map[string]Species {
	found := map[string]Species{}
	for _, one := range view.Seats[game.Seat].Species {
		found[one.ID] = one
	}
	return found
}

// Best gives the choice that is worth most, the first of several.
func Best(choices []string, worth func(words []string) int) string {
	best, most := choices[0], worth(strings.Fields(choices[0]))
	for _, choice := range choices[1:] {
		if found := worth(strings.Fields(choice)); found > most {
			best, most = choice, found
		}
	}
	return best
}

// Run plays games until the referee has no more. Your log is os.Stderr.
func Run(choose func(*Game, *Question) string, in io.Reader, out io.Writer) error {
	lines, answers := bufio.NewScanner(in), json.NewEncoder(out)
	lines.Buffer(nil, 2<<20)
	game := &Game{}
	for lines.Scan() {
		message := struct {
			Type string
			Question
		}{}
		if err := json.Unmarshal(lines.Bytes(), &message); err != nil {
			return err
		}
		switch message.Type {
		case "game":
			game = &Game{}
			if err := json.Unmarshal(lines.Bytes(), game); err != nil {
				return err
			}
			answers.Encode(map[string]any{"type": "ready", "name": "my bot"})
		case "decide":
			choice := choose(game, &message.Question)
			answers.Encode(map[string]any{"type": "choose", "n": message.N, "choice": choice})
		}
	}
	return lines.Err()
}
