import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContract } from './build.ts'
import { type ContractFolder, compiledFileOf, contracts } from './creationCodeOf.ts'

// The compiler takes 1 s to load, longer on two busy cores.
test.each(Object.keys(contracts) as ContractFolder[])(
  'contract.json of %s is what its source compiles to',
  { timeout: 60_000 },
  (folder) => {
    expect(JSON.parse(readFileSync(compiledFileOf(folder), 'utf8'))).toEqual(compileContract(folder))
  },
)
