import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compilePaymaster } from '../build.ts'
import { paymasterAddress } from './paymaster.ts'

const roles = {
  owner: '0x1111111111111111111111111111111111111111',
  signer: '0x2222222222222222222222222222222222222222',
} as const

// The compiler takes 1 s to load, on two busy cores more.
test('what is deployed is what the source gives', { timeout: 60_000 }, () => {
  const deployed: unknown = JSON.parse(readFileSync(new URL('./contract.json', import.meta.url), 'utf8'))
  expect(deployed).toEqual(compilePaymaster())
})

test('another owner or signer has another paymaster', () => {
  const others = [
    { ...roles, owner: roles.signer },
    { ...roles, signer: roles.owner },
  ]
  expect(new Set([roles, ...others].map(paymasterAddress)).size).toBe(3)
})
