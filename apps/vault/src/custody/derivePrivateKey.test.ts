import { createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { withSecrets } from '../secrets.ts'
import { addressOfPrivateKey } from '../signers/addressOfPrivateKey.ts'
import { addressOfSolanaSeed } from '../signers/addressOfSolanaSeed.ts'
import { hdWallets, hexBytes } from '../testing/vectors.ts'
import { derivePrivateKey, evmPath, solanaPath } from './derivePrivateKey.ts'

const hardened = 0x8000_0000

const indices = (path: string): number[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => Number.parseInt(part, 10) + (/['H]$/.test(part) ? hardened : 0))

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
      const key = derivePrivateKey('secp256k1', hold(hexBytes(seed)), indices(path), hold)
      expect({ path, key, address: addressOfPrivateKey(key).toLowerCase() }).toEqual({
        path,
        key: hexBytes(privateKey),
        address,
      })
    })
  }
})

/** SLIP-0010, "Test vectors": for each curve the two seeds, path and private key. */
const firstSeed = '000102030405060708090a0b0c0d0e0f'
const secondSeed =
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
const slip10: ['ed25519' | 'secp256k1', seed: string, path: string, key: string][] = [
  ['ed25519', firstSeed, 'm', '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  ['ed25519', firstSeed, 'm/0H', '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  ['ed25519', firstSeed, 'm/0H/1H', 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  ['ed25519', firstSeed, 'm/0H/1H/2H', '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
  ['ed25519', firstSeed, 'm/0H/1H/2H/2H', '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
  [
    'ed25519',
    firstSeed,
    'm/0H/1H/2H/2H/1000000000H',
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  ],
  ['ed25519', secondSeed, 'm', '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
  ['ed25519', secondSeed, 'm/0H', '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
  ['ed25519', secondSeed, 'm/0H/2147483647H', 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
  ['ed25519', secondSeed, 'm/0H/2147483647H/1H', '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c'],
  [
    'ed25519',
    secondSeed,
    'm/0H/2147483647H/1H/2147483646H',
    '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
  ],
  [
    'ed25519',
    secondSeed,
    'm/0H/2147483647H/1H/2147483646H/2H',
    '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
  ],
  ['secp256k1', firstSeed, 'm', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
  ['secp256k1', firstSeed, 'm/0H', 'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea'],
  ['secp256k1', firstSeed, 'm/0H/1', '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368'],
  ['secp256k1', firstSeed, 'm/0H/1/2H', 'cbce0d719ecf7431d88e6a89fa1483e02e35092af60c042b1df2ff59fa424dca'],
  ['secp256k1', firstSeed, 'm/0H/1/2H/2', '0f479245fb19a38a1954c5c7c0ebab2f9bdfd96a17563ef28a6a4b1a2a764ef4'],
  [
    'secp256k1',
    firstSeed,
    'm/0H/1/2H/2/1000000000',
    '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
  ],
]

describe('SLIP-0010', () => {
  test.each(slip10)('%s, seed %.8s…, %s', async (curve, seed, path, key) => {
    await withSecrets(async (hold) =>
      expect(derivePrivateKey(curve, hold(hexBytes(seed)), indices(path), hold)).toEqual(hexBytes(key)),
    )
  })

  test('has no step for Ed25519 that is not hardened', async () => {
    const attempt = withSecrets(async (hold) => derivePrivateKey('ed25519', hold(hexBytes(firstSeed)), [0], hold))
    await expect(attempt).rejects.toThrow(RangeError)
  })
})

test("accounts lie at m/44'/60'/0'/0/i and m/44'/501'/i'/0'", () => {
  expect(evmPath(3)).toEqual(indices("m/44'/60'/0'/0/3"))
  expect(solanaPath(3)).toEqual(indices("m/44'/501'/3'/0'"))
})

test('Solana addresses are those of web3.js and of OpenSSL', async () => {
  for (let round = 0; round < 50; round++) {
    const seed = crypto.getRandomValues(new Uint8Array(64))
    await withSecrets(async (hold) => {
      const key = derivePrivateKey('ed25519', hold(seed), solanaPath(0), hold)
      const { publicKey } = Keypair.fromSeed(key)
      expect(addressOfSolanaSeed(key)).toBe(publicKey.toBase58())
      // RFC 8410: the prefix of a PKCS #8 document with an Ed25519 seed.
      const document = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), key])
      const openssl = createPublicKey(createPrivateKey({ key: document, format: 'der', type: 'pkcs8' }))
      expect(openssl.export({ format: 'jwk' }).x).toBe(Buffer.from(publicKey.toBytes()).toString('base64url'))
    })
  }
})

test.each([
  // The address that Phantom and MetaMask show for these words, at the path that both document.
  [`${'abandon '.repeat(11)}about`, 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
  [`${'test '.repeat(11)}junk`, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
])("the words %s have the first Solana account of other wallets, m/44'/501'/0'/0'", async (words, address) => {
  const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
  await withSecrets(async (hold) => {
    const key = derivePrivateKey('ed25519', hold(seed), solanaPath(0), hold)
    expect(addressOfSolanaSeed(key)).toBe(address)
  })
})

test('every node on the way is wiped', async () => {
  const held: Uint8Array[] = []
  const kept = await withSecrets(async (hold) => {
    const key = derivePrivateKey('secp256k1', hold(new Uint8Array(64).fill(1)), evmPath(0), (bytes) => {
      held.push(bytes)
      return hold(bytes)
    })
    return key.slice()
  })
  expect(kept.some((byte) => byte !== 0)).toBe(true)
  // The master, then a step, its HMAC and its sum for each of five, and the key.
  expect(held).toHaveLength(17)
  expect(held.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
})
