import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Loads the published vectors of `@ethersproject/testcases` under one name: as data, without running the package's code. */
export function loadVectors<vector>(name: string): vector[] {
  const manifest = createRequire(import.meta.url).resolve('@ethersproject/testcases/package.json')
  return JSON.parse(gunzipSync(readFileSync(join(manifest, '../testcases', `${name}.json.gz`))).toString())
}
