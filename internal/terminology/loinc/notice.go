package loinc

// notice is what section 10 of the LOINC licence asks to be shown, and what this table's rows come from.
const notice = `This material contains content from LOINC (http://loinc.org). LOINC is copyright © 1995-2024, Regenstrief ` +
	`Institute, Inc. and the Logical Observation Identifiers Names and Codes (LOINC) Committee and is available at no ` +
	`cost under the license at http://loinc.org/license. LOINC® is a registered United States trademark of ` +
	`Regenstrief Institute, Inc.`
