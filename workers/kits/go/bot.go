// Your bot. It raises a few plant eaters and feeds the hungriest first; make it better.
package main

import (
	"log"
	"os"
)

var wanted = map[string]int{
	"foraging": 7, "long-neck": 6, "cooperation": 5, "fertile": 4, "fat-tissue": 3, "horns": 2, "climbing": 1,
}

const mostSpecies = 3

// Choose answers one question; a kind that is not named here gets the first choice.
func Choose(game *Game, question *Question) string {
	mine := game.Mine(&question.View)
	switch question.Kind {
	case "food": // the card with the most food feeds the watering hole
		return Best(question.Choices, func(words []string) int { return game.Cards[words[1]].Food })
	case "play":
		return Best(question.Choices, func(words []string) int { return worth(game, words, mine) })
	case "feed": // the hungriest species that can eat
		return Best(question.Choices, func(words []string) int { return hunger(words, mine) })
	}
	return question.Choices[0]
}

func worth(game *Game, words []string, mine map[string]Species) int {
	switch {
	case words[0] == "trait" && wanted[game.Cards[words[1]].Trait] > 0:
		return 10 + wanted[game.Cards[words[1]].Trait]
	case words[0] == "species" && len(mine) < mostSpecies:
		return 30
	case words[0] == "population" && mine[words[2]].Population < 4:
		return 10 - mine[words[2]].Population
	case words[0] == "end":
		return 0
	}
	return -1
}

func hunger(words []string, mine map[string]Species) int {
	switch words[0] {
	case "feed":
		return 1 + mine[words[1]].Population - mine[words[1]].Food
	case "end":
		return 0
	}
	return -1
}

func main() {
	if err := Run(Choose, os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}
