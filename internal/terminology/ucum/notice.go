package ucum

// Version is the version of UCUM whose units the table states.
func Version() string { return "2.2" }

// Notice is what the UCUM licence asks to be shown wherever the table goes.
func Notice() string {
	return "Copyright 1999-2024 Regenstrief Institute, Inc. All rights reserved. " +
		"Licensed under the UCUM License, Version 1.1 (the “License”); you may not use this file except in compliance " +
		"with the License. You may obtain a copy of the License at https://unitsofmeasure.org/license. " +
		"Unless required by applicable law or agreed to in writing, software distributed under the License is distributed " +
		"on an “AS IS” BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied."
}
