import { expect, test } from 'vitest'
import { paymasterAddress } from './paymaster.ts'

const roles = {
  owner: '0x1111111111111111111111111111111111111111',
  signer: '0x2222222222222222222222222222222222222222',
} as const

test('paymasterAddress › another owner or signer has another paymaster', () => {
  const others = [
    { ...roles, owner: roles.signer },
    { ...roles, signer: roles.owner },
  ]
  expect(new Set([roles, ...others].map(paymasterAddress)).size).toBe(3)
})
