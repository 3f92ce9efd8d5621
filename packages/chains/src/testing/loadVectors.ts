import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The published vectors of `@ethersproject/testcases` under one name: read as data, without the package's own code. */
export function loadVectors<vector>(name: string): vector[] {
  const manifest = createRequire(import.meta.url).resolve('@ethersproject/testcases/package.json')
  return JSON.parse(gunzipSync(readFileSync(join(manifest, '../testcases', `${name}.json.gz`))).toString())
}
