// SPDX-License-Identifier: MIT
// Runs Khronos' glTF validator (npm package gltf-validator) on the files named on the command line.
// Prints one line a file and one an issue; exits 1 on an error or a warning, 77 where the package is not installed.
// The package is looked for as node does (NODE_PATH included), and below the folder that MORPH_GLTF_VALIDATOR names.

import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const kSkipped = 77;
const kSeverities = ['error', 'warning', 'info', 'hint'];

function findValidator() {
  const places = [import.meta.url];
  if (process.env.MORPH_GLTF_VALIDATOR) {
    places.push(path.resolve(process.env.MORPH_GLTF_VALIDATOR, 'package.json'));
  }
  for (const place of places) {
    try {
      return createRequire(place)('gltf-validator');
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return null;
}

async function validate(validator, file) {
  const readBeside = (uri) => fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri)));
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 0,
    externalResourceFunction: async (uri) => new Uint8Array(await readBeside(uri)),
  });
  const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
  const counts = `${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints`;
  console.log(`${path.basename(file)}: ${counts}`);
  for (const { severity, code, pointer, message } of messages) {
    console.log(`  ${kSeverities[severity]} ${code} ${pointer ?? ''} ${message}`);
  }
  return numErrors + numWarnings;
}

const validator = findValidator();
if (validator === null) {
  console.log('skipped: npm package gltf-validator not found; MORPH_GLTF_VALIDATOR may name its folder');
  process.exit(kSkipped);
}
let faults = 0;
for (const file of process.argv.slice(2)) faults += await validate(validator, file);
process.exit(faults > 0 ? 1 : 0);
