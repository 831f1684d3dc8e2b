package order

import "log"

type vitals struct {
	HeartRate      int
	Steps          int
	Glucose        int
	BPM            int
	Weight         int
	StepCount      int
	GlucoseTotal   int
	HeartRateLevel int
	HIVCount       int
	WeightMax      int
	RowCount       int
	Size           int
}

type glucose struct {
	Value  int
	Total  int
	Amount int
}

type weight struct {
	Value int
	Total int
}

type queue struct {
	Total int
	Count int
}

// A measured quantity is not a count.
func measured(v vitals) {
	log.Print(v.HeartRate)      // want "v\\.HeartRate is (value|health)"
	log.Print(v.Steps)          // want "v\\.Steps is (value|health)"
	log.Print(v.Glucose)        // want "v\\.Glucose is (value|health)"
	log.Print(v.BPM)            // want "v\\.BPM is (value|health)"
	log.Print(v.Weight)         // want "v\\.Weight is (value|health)"
	log.Print(v.StepCount)      // want "v\\.StepCount is (value|health)"
	log.Print(v.GlucoseTotal)   // want "v\\.GlucoseTotal is (value|health)"
	log.Print(v.HeartRateLevel) // want "v\\.HeartRateLevel is (value|health)"
	log.Print(v.HIVCount)       // want "v\\.HIVCount is (value|health)"
}

func measuredLocals(heartRate, steps, glucoseLevel, bpm int) {
	keep(heartRate, steps, glucoseLevel, bpm)
	log.Print(heartRate)    // want "heartRate is (value|health)"
	log.Print(steps)        // want "steps is (value|health)"
	log.Print(glucoseLevel) // want "glucoseLevel is (value|health)"
	log.Print(bpm)          // want "bpm is (value|health)"
}

// A general name on an owner that carries the word.
func general(g glucose, w weight, q queue) {
	log.Print(g.Value)  // want "g\\.Value is (value|health)"
	log.Print(g.Total)  // want "g\\.Total is (value|health)"
	log.Print(g.Amount) // want "g\\.Amount is (value|health)"
	log.Print(w.Value)  // want "w\\.Value is (value|health)"
	log.Print(w.Total)  // want "w\\.Total is (value|health)"
	log.Print(q.Total, q.Count)
}

// How many there are is a count, whatever they are.
func counted(glucoseReadings []float64, patients map[string]vitals, patientCount, numPatients int) {
	keep(glucoseReadings, patients, patientCount, numPatients)
	log.Print(len(glucoseReadings), len(patients), patientCount, numPatients)
}
