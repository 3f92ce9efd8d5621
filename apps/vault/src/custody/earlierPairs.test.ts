/** Recovery pairs of the releases before signed shares: a random id, and shares without proofs. */
import { uuidOf } from '@latchkey/api-client'
import { makePairKey, withProof } from '@latchkey/api-client/sealing'
import type { WalletChange } from '@latchkey/vault-protocol'
import { afterAll, expect, test, vi } from 'vitest'

const sealing = { makePairKey: vi.fn(makePairKey), withProof: vi.fn(withProof) }
// Other test files' modules stay unchanged: files share a process.
vi.resetModules()
vi.doMock(import('@latchkey/api-client/sealing'), async (load) => ({ ...(await load()), ...sealing }))
const { change, login } = await import('../testing/login.ts')
const { testAuthorities } = await import('../testing/testAuthorities.ts')
const { testOwner } = await import('../testing/testOwner.ts')
const { testPartition, testVault } = await import('../testing/testVault.ts')
afterAll(() => {
  vi.doUnmock('@latchkey/api-client/sealing')
  vi.resetModules()
})

const userId = '00000000-0000-4000-8000-000000000001'
const appearance = { mode: 'light' } as const

const asBefore = async <result>(work: () => Promise<result>): Promise<result> => {
  const key = await makePairKey()
  sealing.makePairKey.mockImplementation(async () => {
    return { ...key, recoveryShareId: uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4) }
  })
  sealing.withProof.mockImplementation(async (half) => Uint8Array.from(half))
  try {
    return await work()
  } finally {
    sealing.makePairKey.mockImplementation(makePairKey)
    sealing.withProof.mockImplementation(withProof)
  }
}

test.each<[string, WalletChange[]]>([
  ['automatic', []],
  ['passphrase', [{ kind: 'recovery', to: 'passphrase' }]],
  ['passkey', [{ kind: 'recovery', to: 'passkey' }]],
])('%s: opens on a new device, and a new key makes a pair with signed halves', async (_, changes) => {
  const authorities = await testAuthorities()
  const { person } = testOwner()
  const open = () => ({ vault: testVault(authorities, testPartition(), { person }), authorities, userId, appearance })
  const first = open()
  const record = await asBefore(async () => {
    let made = await login(first)
    for (const what of changes) made = await change(first, what)
    return made
  })
  expect(record.recoveryShareId.charAt(14)).toBe('4')
  const second = open()
  expect(await login(second)).toEqual(record)
  const next = await change(second, { kind: 'rotate' })
  expect(next.recoveryShareId.charAt(14)).toBe('8')
  expect(await login(open())).toEqual(next)
})
