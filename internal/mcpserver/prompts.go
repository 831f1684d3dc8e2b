package mcpserver

// TerminologyPrompts are the prompts that come with the vocabularies' tools.
func TerminologyPrompts() []Prompt {
	return []Prompt{
		{
			Name: "read_lab_report", Title: "Read a laboratory report",
			Description: "Lists the readings of a laboratory report with their codes, and says which could not be coded.",
			Text: `Read the laboratory report and list its readings.
Pass every reading to standardize_reading, up to 200 in one call, with name, value and unit exactly as printed. A blood pressure such as 120/80 is one reading.
Then show a table: name as printed, value and unit as printed, code, the code's name. Put the readings without a code under it, each with the reason from its extension. Add no codes, reference ranges or diagnoses of your own.
If there is no report here, ask for it.`,
			Arguments: []PromptArgument{
				{Name: "report", Description: "The report's text. Leave it out when the report is in the conversation.", Label: "The report"},
			},
		},
		{
			Name: "compare_readings", Title: "Compare two readings",
			Description: "Says whether two readings are of the same test, and if so compares them in one unit.",
			Text: `Compare two readings.
Pass both to standardize_reading. If their codes differ, or one has none, say so and stop: they cannot be compared. If the codes are equal, or are the mass and the amount of one substance, bring the second to the first one's unit with convert_unit, giving the first one's code as loinc_code.
Show both values in one unit, the difference, and the difference in percent. If a conversion answers null, give its reason and compare nothing.`,
			Arguments: []PromptArgument{
				{Name: "first", Description: "The first reading: name, value and unit as printed.", Label: "The first reading", Required: true},
				{Name: "second", Description: "The second reading: name, value and unit as printed.", Label: "The second reading", Required: true},
			},
		},
		{
			Name: "log_symptoms", Title: "Put complaints into codes",
			Description: "Splits a few sentences about how somebody feels into single complaints with ICPC-3 codes.",
			Text: `Split the text into single complaints, in the person's own words and language, each a few words long. Leave out what is denied ("no fever") and what somebody else has.
Pass each to standardize_complaint: what is felt with kind symptom, the name of a diagnosis with kind condition.
Show a table: the words, the code, the code's name. For words without a code give the reason, and ask the person about those that are too broad or ambiguous. Do not choose for them.`,
			Arguments: []PromptArgument{
				{Name: "text", Description: "What the person says.", Label: "What the person says", Required: true},
			},
		},
		{
			Name: "standardize_document", Title: "Standardize a document",
			Description: "Turns a report in a file into FHIR Observations and says what was left out.",
			Text: `Call standardize_report with the path below. If it answers that no model is set up, tell the person what it says to set, and stop.
Show a table of the observations: date, name as printed, value and unit as printed, code. Put those without a code under it with the reason. Repeat the note that came with the answer.`,
			Arguments: []PromptArgument{
				{Name: "path", Description: "The file's path on the machine where the server runs.", Label: "The path", Required: true},
			},
		},
	}
}
