import { HDKey } from '@scure/bip32'
import { expect, test, vi } from 'vitest'
import { addressOfPrivateKey } from '../signers/addressOfPrivateKey.ts'
import { hdWallets, hexBytes } from '../testing/vectors.ts'
import { evmPath, hdPrivateKey } from './hdPrivateKey.ts'
import { withSecrets } from './secrets.ts'

const hardened = 0x8000_0000

const indices = (path: string): number[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => Number.parseInt(part, 10) + (part.endsWith("'") ? hardened : 0))

/** The deepest published node of each wallet. */
const published = hdWallets().flatMap(({ seed, hdnodes }) =>
  hdnodes
    .toSorted((one, other) => other.path.length - one.path.length)
    .slice(0, 1)
    .map((node) => ({ seed, ...node })),
)

test('published wallets: private key and address of the deepest node', { timeout: 60_000 }, async () => {
  expect(published).toHaveLength(1049)
  for (const { seed, path, privateKey, address } of published) {
    await withSecrets(async (hold) => {
      const key = hdPrivateKey(hold(hexBytes(seed)), indices(path), hold)
      expect({ path, key, address: addressOfPrivateKey(key).toLowerCase() }).toEqual({
        path,
        key: hexBytes(privateKey),
        address,
      })
    })
  }
})

test("accounts lie at m/44'/60'/0'/0/i", () => {
  expect(evmPath(3)).toEqual(indices("m/44'/60'/0'/0/3"))
})

test('every node on the way is wiped', async () => {
  const spies = [vi.spyOn(HDKey, 'fromMasterSeed'), vi.spyOn(HDKey.prototype, 'deriveChild')]
  await withSecrets(async (hold) => hdPrivateKey(hold(new Uint8Array(64).fill(1)), evmPath(0), hold))
  const nodes = spies.flatMap((spy) => spy.mock.results.map(({ value }) => value as HDKey))
  for (const spy of spies) spy.mockRestore()
  expect(nodes.map((node) => node.privateKey)).toEqual([null, null, null, null, null, null])
})
