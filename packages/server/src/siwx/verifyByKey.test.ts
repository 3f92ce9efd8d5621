import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import {
  Address,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  RawTx,
  RawWitness,
  Script,
  Transaction,
  WIF,
} from '@scure/btc-signer'
import { serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { readAccount, type SiwxAccount } from './account.ts'
import { verifyByKey } from './verifyByKey.ts'

const message = 'Hello World'
const accountOf = (text: string): SiwxAccount => {
  const account = readAccount(text)
  if (account === null) throw new TypeError(text)
  return account
}

describe('an EVM account', () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const account = accountOf(`eip155:1:${owner.address}`)

  test('has signed what its key has signed, and nothing else', async () => {
    const signature = await owner.signMessage({ message })
    expect(await verifyByKey(account, message, signature)).toBe('key')
    expect(await verifyByKey(account, `${message} `, signature)).toBe('contract')
    const other = privateKeyToAccount(generatePrivateKey())
    expect(await verifyByKey(account, message, await other.signMessage({ message }))).toBe('contract')
    for (const none of ['', '0x0', 'hello', signature.slice(2)])
      expect(await verifyByKey(account, message, none)).toBe('none')
  })

  test('of address zero has signed nothing: a failed recovery looks like it', async () => {
    const zero = accountOf(`eip155:1:0x${'00'.repeat(20)}`)
    for (const signature of [`0x${'00'.repeat(64)}1b`, await owner.signMessage({ message }), '0x1234'])
      expect(await verifyByKey(zero, message, signature)).toBe('none')
  })

  test('may be a contract to come, unless its signature is wrapped twice, or around nothing that can be told', async () => {
    const wrap = (signature: `0x${string}`) =>
      serializeErc6492Signature({ address: `0x${'f1'.repeat(20)}`, data: '0x1234', signature })
    expect(await verifyByKey(account, message, wrap('0x1234'))).toBe('contract')
    expect(await verifyByKey(account, message, wrap(wrap('0x1234')))).toBe('none')
    expect(await verifyByKey(account, message, `0x${'6492'.repeat(16)}`)).toBe('none')
    expect(await verifyByKey(account, message, `0x${'ff'.repeat(200)}${'6492'.repeat(16)}`)).toBe('none')
  })
})

describe('a Solana account', () => {
  const secret = ed25519.utils.randomSecretKey()
  const address = base58.encode(ed25519.getPublicKey(secret))
  const account = accountOf(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`)

  test('has signed what its key has signed, in base58 or base64, and nothing else', async () => {
    const signature = ed25519.sign(new TextEncoder().encode(message), secret)
    expect(await verifyByKey(account, message, base58.encode(signature))).toBe('key')
    expect(await verifyByKey(account, message, base64.encode(signature))).toBe('key')
    expect(await verifyByKey(account, `${message} `, base58.encode(signature))).toBe('none')
    for (const none of ['', '0x00', 'A'.repeat(500), base58.encode(signature.subarray(1))])
      expect(await verifyByKey(account, message, none)).toBe('none')
  })

  test('of a key that anyone can sign for has not signed', async () => {
    // R is the identity and s is 0: s·B = R + k·A whenever k·A is the identity, as it is for one hash in eight at least.
    const trivial = base58.encode(Uint8Array.from([1, ...new Uint8Array(63)]))
    for (const hex of ED25519_TORSION_SUBGROUP) {
      const weak = accountOf(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${base58.encode(hexToBytes(hex))}`)
      for (const at of Array(32).keys()) expect(await verifyByKey(weak, `${at}`, trivial)).toBe('none')
    }
  })
})

describe('a Bitcoin address', () => {
  const mainnet = 'bip122:000000000019d6689c085ae165831e93'
  const privateKey = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
  const publicKey = secp256k1.getPublicKey(privateKey)
  const addresses = {
    p2pkh: p2pkh(publicKey).address,
    'p2sh-p2wpkh': p2sh(p2wpkh(publicKey)).address,
    p2wpkh: p2wpkh(publicKey).address,
    p2tr: p2tr(publicKey.subarray(1)).address,
  } as const
  const accounts = Object.fromEntries(
    Object.entries(addresses).map(([type, address]) => [type, accountOf(`${mainnet}:${address}`)]),
  )
  const of = (type: keyof typeof addresses) => accounts[type] as SiwxAccount

  test.each([
    [
      'p2wpkh',
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'p2wpkh',
      'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'p2tr',
      'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
      'Hello World',
      'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
    ],
  ])('of %s has signed as the vectors of BIP-322 say (%s, %j)', async (_, address, text, signature) => {
    const account = accountOf(`${mainnet}:${address}`)
    expect(await verifyByKey(account, text, signature)).toBe('key')
    expect(await verifyByKey(account, `${text} `, signature)).toBe('none')
  })

  /** Signs like a wallet: the transaction that can never be sent, complete and only its witness. */
  const signByBip322 = (type: keyof typeof addresses, text: string) => {
    const script = OutScript.encode(Address().decode(addresses[type] ?? ''))
    const spend = RawTx.encode({
      version: 0,
      segwitFlag: false,
      inputs: [
        {
          txid: new Uint8Array(32),
          index: 0xffff_ffff,
          finalScriptSig: Script.encode([
            'OP_0',
            schnorr.utils.taggedHash('BIP0322-signed-message', new TextEncoder().encode(text)),
          ]),
          sequence: 0,
        },
      ],
      outputs: [{ amount: 0n, script }],
      witnesses: [],
      lockTime: 0,
    })
    const transaction = new Transaction({ version: 0, allowUnknownOutputs: true })
    transaction.addInput({
      txid: sha256(sha256(spend)).reverse(),
      index: 0,
      sequence: 0,
      witnessUtxo: { script, amount: 0n },
      ...(type === 'p2tr' && { tapInternalKey: publicKey.subarray(1) }),
      ...(type === 'p2sh-p2wpkh' && { redeemScript: p2wpkh(publicKey).script }),
    })
    transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
    transaction.signIdx(privateKey, 0)
    transaction.finalize()
    return {
      full: base64.encode(transaction.extract()),
      simple: base64.encode(RawWitness.encode([...(transaction.getInput(0).finalScriptWitness ?? [])])),
    }
  }

  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)(
    'of %s has signed by BIP-322, simple and full',
    async (type) => {
      const { simple, full } = signByBip322(type, message)
      for (const signature of [simple, full]) {
        expect(await verifyByKey(of(type), message, signature)).toBe('key')
        expect(await verifyByKey(of(type), `${message} `, signature)).toBe('none')
        for (const [other, account] of Object.entries(accounts))
          if (other !== type) expect([other, await verifyByKey(account, message, signature)]).toEqual([other, 'none'])
      }
    },
  )

  const signByEcdsa = (header: number, text = message) => {
    const bytes = new TextEncoder().encode(text)
    const hash = sha256(
      sha256(
        concatBytes(new TextEncoder().encode('\x18Bitcoin Signed Message:\n'), Uint8Array.of(bytes.length), bytes),
      ),
    )
    const [recovery = 0, ...rest] = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
    return base64.encode(Uint8Array.from([header + recovery, ...rest]))
  }

  test.each([
    ['p2pkh', 31],
    ['p2sh-p2wpkh', 35],
    ['p2wpkh', 39],
    ['p2wpkh', 31],
  ] as const)('of %s has signed by ECDSA with header %i', async (type, header) => {
    expect(await verifyByKey(of(type), message, signByEcdsa(header))).toBe('key')
    expect(await verifyByKey(of(type), `${message} `, signByEcdsa(header))).toBe('none')
    const other = accountOf(`${mainnet}:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`)
    expect(await verifyByKey(other, message, signByEcdsa(header))).toBe('none')
  })

  test('of the whole key has signed with its own headers', async () => {
    const whole = p2pkh(secp256k1.getPublicKey(privateKey, false)).address
    expect(await verifyByKey(accountOf(`${mainnet}:${whole}`), message, signByEcdsa(27))).toBe('key')
    expect(await verifyByKey(of('p2pkh'), message, signByEcdsa(27))).toBe('none')
  })

  test.each(['', 'AA==', '0x00', base64.encode(new Uint8Array(65).fill(31)), base64.encode(new Uint8Array(64))])(
    'has not signed by %j',
    async (signature) => {
      for (const account of Object.values(accounts)) expect(await verifyByKey(account, message, signature)).toBe('none')
    },
  )
})
