package main

import (
	"strings"
	"testing"
)

func TestTheHungriestSpeciesEatsFirst(t *testing.T) {
	asked := `{"type": "decide", "n": 4, "kind": "feed", "choices": ["feed a1", "feed a2"], "view": {"seats": [{"species": [
		{"id": "a1", "population": 2, "food": 1}, {"id": "a2", "population": 4, "food": 1}]}]}}`
	var out strings.Builder
	if err := Run(Choose, strings.NewReader(strings.ReplaceAll(asked, "\n", " ")), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"choice":"feed a2"`) {
		t.Fatalf("wanted feed a2, found %s", out.String())
	}
}
