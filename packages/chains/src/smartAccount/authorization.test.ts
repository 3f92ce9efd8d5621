import { bytesToHex, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { authorizationDigest, delegationOf } from './authorization.ts'
import { smartAccountContracts } from './smartAccountContracts.ts'

const { statelessImplementation } = smartAccountContracts

describe('what an account signs to run a contract’s code', () => {
  test('is what viem hashes, for chains and nonces of every size', () => {
    const { hex, integer } = random(7702)
    for (let i = 0; i < 300; i++) {
      const chainId = Number(integer(53)) || 1
      const authorization = { chainId, address: toChecksumAddress(hex(20)), nonce: Number(integer(53)) }
      expect(bytesToHex(authorizationDigest(authorization))).toBe(hashAuthorization(authorization))
    }
  })

  test('names the signer to whoever has the signature', async () => {
    const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
    const authorization = { chainId: 1337, address: statelessImplementation, nonce: 0 }
    const { r, s, yParity } = await account.signAuthorization(authorization)
    const hash = bytesToHex(authorizationDigest(authorization))
    expect(await recoverAddress({ hash, signature: { r, s, yParity: yParity ?? 0 } })).toBe(account.address)
  })

  test('is never for all chains at once', () => {
    expect(thrown(() => authorizationDigest({ chainId: 0, address: statelessImplementation, nonce: 0 }))).toBe(
      'INVALID_PARAMS',
    )
  })
})

describe('whose code an account runs', () => {
  test.each([
    [`0xef0100${statelessImplementation.slice(2).toLowerCase()}`, statelessImplementation],
    [`0xEF0100${statelessImplementation.slice(2)}`, statelessImplementation],
    ['0x', null],
    ['0xef0100', null],
    [`0xef0101${statelessImplementation.slice(2)}`, null],
    [`0xef0100${statelessImplementation.slice(2)}00`, null],
    [`0x60806040ef0100${statelessImplementation.slice(2)}`, null],
  ] as const)('%s', (code, delegate) => {
    expect(delegationOf(code)).toBe(delegate)
  })
})
