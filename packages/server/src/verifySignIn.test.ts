import { serializeErc6492Signature, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createNonce } from './createNonce.ts'
import { apiUrl, createIssuer, origin, projectId } from './issuer.fixture.ts'

const owner = privateKeyToAccount(generatePrivateKey())
const account = `eip155:1:${owner.address}`
const nonce = 'abcdefghijklmnopqrstu'
const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const isYes = `0x${'1'.padStart(64, '0')}`

const setUp = async () => {
  const issuer = await createIssuer()
  const messageOf = (more: object = {}) =>
    createSiweMessage({
      domain: 'app.example',
      address: owner.address,
      uri: origin,
      version: '1',
      chainId: 1,
      nonce,
      issuedAt: issuer.now(),
      ...more,
    })
  const signed = async (more: object = {}) => {
    const message = messageOf(more)
    return { account, message, signature: await owner.signMessage({ message }) }
  }
  return { ...issuer, messageOf, signed }
}

test('a nonce is letters and digits, and another one each time', () => {
  const nonces = Array.from({ length: 100 }, createNonce)
  expect(new Set(nonces).size).toBe(100)
  for (const each of nonces) expect(each).toMatch(/^[0-9a-f]{32}$/)
})

describe('a sign-in message', () => {
  test('says whose key has signed, and sends no request', async () => {
    const { verifier, signed, asked } = await setUp()
    const given = await signed({ statement: 'Hello', resources: ['urn:x:y'], requestId: 'r' })
    expect(await verifyMessage({ address: owner.address, ...given, signature: given.signature })).toBe(true)
    expect(await verifier().verifySignIn(given, { nonce })).toEqual({
      account,
      namespace: 'eip155',
      chainId: 'eip155:1',
      address: owner.address,
      signedBy: 'key',
      statement: 'Hello',
      expirationTime: null,
      requestId: 'r',
      resources: ['urn:x:y'],
    })
    expect(asked).toEqual([])
  })

  test.each([
    ['another site', { domain: 'evil.example' }, 'SIWX_DOMAIN_MISMATCH', null],
    ['another address', { uri: 'https://evil.example' }, 'SIWX_DOMAIN_MISMATCH', null],
    ['another nonce', { nonce: 'zyxwvutsrqponmlkj' }, 'NONCE_INVALID', null],
    ['another chain', { chainId: 10 }, 'SIWX_MESSAGE_INVALID', 'chainId'],
    ['another account', { address: contract }, 'SIWX_MESSAGE_INVALID', 'address'],
    ['a day that is over', { expirationTime: new Date(0) }, 'SIWX_MESSAGE_INVALID', 'expirationTime'],
    ['a day to come', { issuedAt: new Date('2100-01-01') }, 'SIWX_MESSAGE_INVALID', 'issuedAt'],
  ])('of %s is refused', async (_, more, name, field) => {
    const { verifier, signed } = await setUp()
    await expect(verifier().verifySignIn(await signed(more), { nonce })).rejects.toMatchObject({ name, field })
  })

  test('that is none, or of an account that is none, is refused', async () => {
    const { verifier, signed } = await setUp()
    const given = await signed()
    const wrong = { ...given, message: `${given.message}\nHello` }
    await expect(verifier().verifySignIn(wrong, { nonce })).rejects.toMatchObject({ name: 'SIWX_MESSAGE_INVALID' })
    await expect(verifier().verifySignIn({ ...given, account: owner.address }, { nonce })).rejects.toMatchObject({
      name: 'CAIP_ADDRESS_INVALID',
    })
  })
})

describe('a smart account', () => {
  const rpcUrl = 'https://node.example.test/'
  const ask = async (answer: (body: unknown) => unknown, options = {}, signature = '0x1234') => {
    const { verifier, messageOf, answerWith } = await setUp()
    const bodies: [string, unknown][] = []
    answerWith((url, body) => {
      bodies.push([url, body])
      return Response.json(answer(body))
    })
    const given = { account: `eip155:1:${contract}`, message: messageOf({ address: contract }), signature }
    const verified = await verifier(options)
      .verifySignIn(given, { nonce })
      .catch((error) => error)
    return { verified, bodies, given }
  }
  const node = { rpcUrls: { 'eip155:1': rpcUrl } }
  const long = `0x${'12'.repeat(65)}`

  test('is asked at your node, and counts on its own chain', async () => {
    const { verified, bodies } = await ask(() => ({ result: `0x1626ba7e${'0'.repeat(56)}` }), node)
    expect(verified).toMatchObject({ account: `eip155:1:${contract}`, signedBy: 'contract' })
    expect(bodies.map(([url]) => url)).toEqual([rpcUrl])
    expect((await ask(() => ({ result: isYes }), node, long)).verified).toMatchObject({ signedBy: 'contract' })
  })

  test('without a node of yours, at the api’s', async () => {
    const { verified, bodies, given } = await ask(() => ({ jsonrpc: '2.0', id: 1, result: true }))
    expect(verified).toMatchObject({ signedBy: 'contract' })
    expect(bodies).toEqual([
      [
        `${apiUrl}/v1/verify-signature?projectId=${projectId}&chainId=eip155%3A1`,
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'verify_signature',
          params: { address: contract, message: given.message, signature: given.signature },
        },
      ],
    ])
    expect((await ask(() => ({ result: false }))).verified).toMatchObject({ name: 'SIGNATURE_INVALID' })
  })

  test.each([
    ['no', { result: '0x' }, 'SIGNATURE_INVALID'],
    ['something else', { result: isYes.replace(/1$/, '2') }, 'SIGNATURE_INVALID'],
    ['that it reverts', { error: { code: 3, message: 'execution reverted' } }, 'SIGNATURE_INVALID'],
    ['that it is too busy', { error: { code: -32005, message: 'limit exceeded' } }, 'CHAIN_UNREACHABLE'],
    ['nothing', {}, 'CHAIN_UNREACHABLE'],
    ['no object', 'yes', 'CHAIN_UNREACHABLE'],
  ])('whose node says %s has not signed', async (_, answer, name) => {
    expect((await ask(() => answer, node, long)).verified).toMatchObject({ name })
  })

  test('has signed nothing that is wrapped twice, and no request is sent', async () => {
    const wrap = (signature: `0x${string}`) => serializeErc6492Signature({ address: contract, data: '0x', signature })
    const { verified, bodies } = await ask(() => ({ result: isYes }), node, wrap(wrap('0x1234')))
    expect(verified).toMatchObject({ name: 'SIGNATURE_INVALID' })
    expect(bodies).toEqual([])
  })
})

describe('a wallet proof', () => {
  const subject = 'subject'
  const proofFields = { requestId: subject, resources: [`urn:latchkey:project:${projectId}`] }
  const setUpProof = async () => {
    const all = await setUp()
    const verify = async (more: object = {}, claims: object = {}, options = {}) =>
      all.verifier(options).verifyIdToken(await all.sign({ nonce, wallets: [account], ...claims }), {
        nonce,
        requireWalletProof: true,
        walletProof: await all.signed({ ...proofFields, ...more }),
      })
    return { ...all, verify }
  }

  test('shows that a wallet of the user is behind the token, on any chain of its key', async () => {
    const { verify } = await setUpProof()
    expect(await verify()).toMatchObject({ subject, provenAccount: account })
    expect(await verify({}, { wallets: [`eip155:137:${owner.address.toLowerCase()}`] })).toMatchObject({
      provenAccount: account,
    })
  })

  test.each<[string, object, object, string, string | null]>([
    ['of another subject', { requestId: 'other' }, {}, 'WALLET_PROOF_INVALID', 'requestId'],
    ['of no subject', { requestId: undefined }, {}, 'WALLET_PROOF_INVALID', 'requestId'],
    ['of another project', { resources: ['urn:latchkey:project:other'] }, {}, 'WALLET_PROOF_INVALID', 'resources'],
    ['of no project', { resources: [] }, {}, 'WALLET_PROOF_INVALID', 'resources'],
    ['of another site', { domain: 'evil.example' }, {}, 'SIWX_DOMAIN_MISMATCH', null],
    ['of another nonce', { nonce: 'zyxwvutsrqponmlkj' }, {}, 'NONCE_INVALID', null],
    [
      'of a wallet that the token doesn’t name',
      {},
      { wallets: [`eip155:1:${contract}`] },
      'WALLET_PROOF_INVALID',
      'account',
    ],
    ['for a token without wallets', {}, { wallets: undefined }, 'WALLET_PROOF_INVALID', 'account'],
  ])('%s is refused', async (_, more, claims, name, field) => {
    const { verify } = await setUpProof()
    await expect(verify(more, claims)).rejects.toMatchObject({ name, field })
  })

  test('is demanded where it is required, and needs a nonce', async () => {
    const { verifier, sign, signed } = await setUpProof()
    const { verifyIdToken } = verifier()
    const token = await sign({ nonce, wallets: [account] })
    await expect(
      verifyIdToken(token, { nonce, requireWalletProof: true, walletProof: undefined }),
    ).rejects.toMatchObject({ name: 'WALLET_PROOF_MISSING' })
    const walletProof = await signed(proofFields)
    await expect(verifyIdToken(token, { nonce: null, walletProof })).rejects.toMatchObject({
      name: 'WALLET_PROOF_INVALID',
      field: 'nonce',
    })
  })

  test('of a swapped account is refused: the signature is another key’s', async () => {
    const { verifier, sign, messageOf } = await setUpProof()
    const other = privateKeyToAccount(generatePrivateKey())
    const message = messageOf(proofFields)
    const walletProof = { account, message, signature: await other.signMessage({ message }) }
    await expect(
      verifier({ rpcUrls: { 'eip155:1': 'https://node.example.test' } }).verifyIdToken(
        await sign({ nonce, wallets: [account] }),
        { nonce, requireWalletProof: true, walletProof },
      ),
    ).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })

  test('of a smart account is no matter of the api’s word, nor of another chain’s contract', async () => {
    const { verifier, sign, messageOf, answerWith, asked } = await setUpProof()
    answerWith(() => Response.json({ result: isYes }))
    const walletProof = {
      account: `eip155:1:${contract}`,
      message: messageOf({ ...proofFields, address: contract }),
      signature: `0x${'12'.repeat(65)}`,
    }
    const verify = async (wallets: string[], options = {}) =>
      verifier(options).verifyIdToken(await sign({ nonce, wallets }), { nonce, requireWalletProof: true, walletProof })
    await expect(verify([`eip155:1:${contract}`])).rejects.toMatchObject({
      name: 'CHAIN_NOT_SUPPORTED',
      field: 'eip155:1',
    })
    expect(asked.filter((url) => url.includes('verify-signature'))).toEqual([])
    const node = { rpcUrls: { 'eip155:1': 'https://node.example.test' } }
    expect(await verify([`eip155:1:${contract}`], node)).toMatchObject({ provenAccount: `eip155:1:${contract}` })
    await expect(verify([`eip155:10:${contract}`], node)).rejects.toMatchObject({ name: 'WALLET_PROOF_INVALID' })
  })
})
