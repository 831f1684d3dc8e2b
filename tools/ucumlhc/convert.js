// Converts with @lhncbc/ucum-lhc, for comparison. Usage: node convert.js <directory with node_modules>
// Standard input: one JSON object a line, {"value", "from", "to"}. Standard output: one a line,
// {"status", "value", "moles": [from, to], "equivalents": [from, to]}; the powers of mol and eq only where both are units.
'use strict';
const path = require('path');
const readline = require('readline');

const home = path.resolve(process.argv[2] || '.', 'node_modules', '@lhncbc', 'ucum-lhc');
const utils = require(home).UcumLhcUtils.getInstance();

function convert({ value, from, to }) {
  try {
    const r = utils.convertUnitTo(from, value, to);
    const units = [from, to].map((code) => utils.getSpecifiedUnit(code, 'validate').unit);
    const powers = (field) => (units.every(Boolean) ? units.map((u) => u[field]) : undefined);
    return {
      status: r.status,
      value: Number.isFinite(r.toVal) ? r.toVal : undefined,
      moles: powers('moleExp_'),
      equivalents: powers('equivalentExp_'),
    };
  } catch (e) {
    return { status: 'threw' };
  }
}

// The library reports what it finds odd on the console, which is where the answers go.
console.log = console.error;

process.stdout.write(JSON.stringify({ version: require(path.join(home, 'package.json')).version }) + '\n');
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  process.stdout.write(JSON.stringify(convert(JSON.parse(line))) + '\n');
});
