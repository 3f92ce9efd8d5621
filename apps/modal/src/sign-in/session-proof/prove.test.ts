import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createScriptedWallet } from '../../../fuzz/scriptedWallet.ts'
import type { Connector } from '../../connectors/Connector.ts'
import type { ModalEvent, ModalOptions } from '../../Modal.ts'
import { createTestModal, settle, type TestOptions, testAddress } from '../../modal.fixture.ts'
import { announcementAtom } from '../../state/announcement.ts'
import { approveAtom } from '../../state/approve.ts'
import { connectWalletAtom } from '../../state/connecting.ts'
import { addConnectorAtom } from '../../state/connectors.ts'
import { submitEmailAtom } from '../../state/emailLogin.ts'
import { closeAtom, disconnectToConnectAtom, isCloseGuardedAtom, openAtom } from '../../state/modal.ts'
import { restoreAtom } from '../../state/restoring.ts'
import { canGoBackAtom, isOpenAtom, viewAtom } from '../../state/route.ts'
import { proofAtom } from './proofState.ts'
import { cancelAtom, signAtom } from './prove.ts'
import { sessionProofPart } from './sessionProofPart.ts'
import { createTestSignInApi } from './testSignInApi.fixture.ts'

const one = `0x${'1'.repeat(40)}`
const two = `0x${'2'.repeat(40)}`
const networks = ['eip155:1', 'eip155:137', 'eip155:10'] as const

/** A wallet that signs every request, and counts them. */
const signingWallet = () => {
  const wallet = createScriptedWallet('one', 'eip155', { accounts: [one], network: 'eip155:1' }, { revokes: true })
  const asked: string[] = []
  const connector = (): Connector => {
    const made = wallet.connector()
    return {
      ...made,
      async request(namespace, args) {
        const [hex = ''] = args.params as string[]
        asked.push(Buffer.from(hex.slice(2), 'hex').toString())
        await made.request(namespace, args)
        return `0x${'ab'.repeat(65)}`
      },
    }
  }
  return { ...wallet, connector, asked }
}

type Visit = {
  wallet?: ReturnType<typeof signingWallet>
  siwx?: NonNullable<ModalOptions['siwx']> | null
  options?: TestOptions
}

const visit = ({ wallet = signingWallet(), siwx = {}, options = {} }: Visit = {}) => {
  const api = createTestSignInApi({ now: () => Date.UTC(2030, 0, 1) })
  const modal = createTestModal({
    ...options,
    settings: { networks, ...(siwx !== null && { siwx }), ...options.settings },
    services: {
      ...(siwx !== null && { proof: { ...sessionProofPart, loadApi: async () => api } }),
      ...options.services,
    },
  })
  const connector = wallet.connector()
  modal.store.set(addConnectorAtom, connector)
  const events: ModalEvent[] = []
  modal.hub.events.listen((event) => events.push(event))
  return {
    ...modal,
    api,
    wallet,
    connector,
    view: () => (modal.store.get(isOpenAtom) ? modal.store.get(viewAtom) : null),
    status: () => modal.store.get(proofAtom).status,
    session: () => modal.hub.session.get(),
    signIns: () => events.filter(({ type }) => type.startsWith('SESSION_')),
    address: () => modal.hub.account.get().address,
    async connect() {
      modal.store.set(openAtom)
      const target = { key: 'one', name: 'One', group: 'injected', isInstalled: true, wallet: null } as const
      await modal.store.set(connectWalletAtom, { ...target, connectors: [connector] })
      await settle()
    },
    async sign() {
      await modal.store.set(signAtom)
      await settle()
    },
    async cancel() {
      await modal.store.set(cancelAtom)
      await settle()
    },
  }
}

const connected = async (given?: Visit) => {
  const page = visit(given)
  await page.connect()
  return page
}
const required = { isRequired: true } as const

test('without the option no request is sent, and no session shows', async () => {
  const page = await connected({ siwx: null })
  expect(page.view()).toBeNull()
  expect(page.address()).toBe(one)
  expect(page.session()).toEqual({ status: 'none', session: null })
})

test('an account without a session is asked once connected, and its signature is stored', async () => {
  const page = await connected()
  expect(page.view()).toBe('SIWXSignMessage')
  expect(page.store.get(canGoBackAtom)).toBe(false)
  expect(page.session()).toEqual({ status: 'asking', session: null })
  await page.sign()
  expect(page.view()).toBeNull()
  const [text] = page.wallet.asked
  expect(text).toBe(
    [
      'dapp.example wants you to sign in with your Ethereum account:',
      one,
      '',
      '',
      'URI: https://dapp.example',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: nonce0000000000000',
      'Issued At: 2030-01-01T00:00:00.000Z',
      'Expiration Time: 2030-01-02T00:00:00.000Z',
    ].join('\n'),
  )
  expect(page.api.asked.at(-1)).toEqual([
    'addSession',
    { account: `eip155:1:${one}`, message: text, signature: `0x${'ab'.repeat(65)}` },
  ])
  expect(page.session()).toMatchObject({ status: 'proven', session: { accountAddress: one, chainId: 'eip155:1' } })
  expect(page.signIns()).toEqual([
    { type: 'SESSION_PROVED', namespace: 'eip155', address: one, caipNetworkId: 'eip155:1' },
  ])
})

test('an account with a session is asked for nothing, also at the next visit', async () => {
  const kept = new Map<string, string>()
  const first = await connected({ options: { kept } })
  await first.sign()
  first.leave()
  const second = visit({ wallet: first.wallet, siwx: required, options: { kept } })
  await second.store.set(restoreAtom)
  await settle()
  expect(second.view()).toBeNull()
  expect(second.session().status).toBe('proven')
  expect(second.api.asked).toEqual([])
})

test('who skips stays connected without a session, and is not asked again at the next visit', async () => {
  const kept = new Map<string, string>()
  const first = await connected({ options: { kept } })
  await first.cancel()
  expect(first.view()).toBeNull()
  expect(first.address()).toBe(one)
  expect(first.session()).toEqual({ status: 'none', session: null })
  first.leave()
  const second = visit({ wallet: first.wallet, options: { kept } })
  await second.store.set(restoreAtom)
  await settle()
  expect(second.view()).toBeNull()
  expect(second.address()).toBe(one)
})

test('a page that was left with the question open asks it again', async () => {
  const kept = new Map<string, string>()
  const first = await connected({ options: { kept } })
  const second = visit({ wallet: first.wallet, options: { kept } })
  await second.store.set(restoreAtom)
  await settle()
  expect(second.view()).toBe('SIWXSignMessage')
  await second.sign()
  expect(second.view()).toBeNull()
})

test('a session that has expired does not count: a required one is asked for again', async () => {
  const kept = new Map<string, string>()
  const first = await connected({ siwx: required, options: { kept } })
  await first.sign()
  first.leave()
  const second = visit({ wallet: first.wallet, siwx: required, options: { kept } })
  await second.clock.advance(25 * 3600_000)
  await second.store.set(restoreAtom)
  await settle()
  expect(second.view()).toBe('SIWXSignMessage')
  expect(second.session().status).toBe('asking')
})

test('where it is required, only a decision leads out', async () => {
  const page = await connected({ siwx: required })
  expect(page.store.get(isCloseGuardedAtom)).toBe(true)
  page.store.set(openAtom, { view: 'Account' })
  expect(page.view()).toBe('SIWXSignMessage')
  await page.sign()
  expect(page.store.get(isCloseGuardedAtom)).toBe(false)
  expect(page.view()).toBeNull()
})

test('who cancels where it is required, and has signed nowhere, is disconnected', async () => {
  const page = await connected({ siwx: required })
  await page.cancel()
  expect(page.address()).toBeNull()
  expect(page.view()).toBeNull()
  expect(page.wallet.now()).toBeNull()
})

test('a site that closes the modal has not signed for its user', async () => {
  const page = await connected({ siwx: required })
  page.store.set(closeAtom)
  await settle()
  expect(page.address()).toBeNull()
  const optional = await connected()
  optional.store.set(closeAtom)
  await settle()
  expect(optional.address()).toBe(one)
  expect(optional.status()).toBe('idle')
})

test('who cancels on another network is back on the one where they have signed', async () => {
  const page = await connected({ siwx: required })
  await page.sign()
  page.wallet.moveTo('eip155:137')
  await settle()
  expect(page.view()).toBe('SIWXSignMessage')
  await page.cancel()
  expect(page.hub.network.get().caipNetworkId).toBe('eip155:1')
  expect(page.address()).toBe(one)
  expect(page.view()).toBeNull()
  expect(page.session()).toMatchObject({ status: 'proven', session: { chainId: 'eip155:1' } })
})

test('a wallet that does not go back is disconnected', async () => {
  const page = await connected({ siwx: required })
  await page.sign()
  page.wallet.moveTo('eip155:137')
  await settle()
  page.wallet.answersBy('reject')
  await page.cancel()
  expect(page.address()).toBeNull()
})

test('a failure is shown, and the question stays', async () => {
  const page = await connected({ siwx: required })
  page.wallet.answersBy('reject')
  await page.sign()
  expect(page.view()).toBe('SIWXSignMessage')
  expect(page.store.get(proofAtom)).toMatchObject({ status: 'asking', error: { name: 'USER_REJECTED' } })
  expect(page.signIns()).toMatchObject([{ type: 'SESSION_PROOF_FAILED', error: 'USER_REJECTED' }])
  page.wallet.answersBy('approve')
  page.api.fail('addSession', 'SIGNATURE_INVALID')
  await page.sign()
  expect(page.store.get(proofAtom)).toMatchObject({ status: 'asking', error: { name: 'SIGNATURE_INVALID' } })
  expect(page.session().session).toBeNull()
  page.api.fail('addSession', null)
  await page.sign()
  expect(page.session().status).toBe('proven')
})

test('two switches at once lead to one question, about where they end', async () => {
  const page = await connected()
  await page.sign()
  page.wallet.moveTo('eip155:137')
  page.wallet.moveTo('eip155:10')
  page.wallet.chooseAccounts([two])
  await settle()
  expect(page.store.get(proofAtom)).toMatchObject({ status: 'asking', target: { network: 'eip155:10', address: two } })
  await page.sign()
  expect(page.wallet.asked).toHaveLength(2)
  expect(page.view()).toBeNull()
})

test('a signature for the account before is dropped, and stores nothing', async () => {
  const page = await connected({ siwx: required })
  page.wallet.answersBy('late')
  const signing = page.store.set(signAtom)
  await settle()
  page.wallet.answersBy('approve')
  page.wallet.chooseAccounts([two])
  await settle()
  expect(page.store.get(proofAtom)).toMatchObject({ status: 'asking', target: { address: two } })
  page.wallet.answerLate()
  await signing
  await settle()
  expect(page.api.asked.filter(([name]) => name === 'addSession')).toEqual([])
  expect(page.store.get(proofAtom)).toMatchObject({ status: 'asking', target: { address: two } })
})

test('back at an account that has signed, nothing is asked', async () => {
  const page = await connected()
  await page.sign()
  page.wallet.chooseAccounts([two])
  await settle()
  expect(page.view()).toBe('SIWXSignMessage')
  page.wallet.chooseAccounts([one])
  await settle()
  expect(page.view()).toBeNull()
  expect(page.session().status).toBe('proven')
})

test('a disconnected account ends the question and its session', async () => {
  const page = await connected()
  page.wallet.end()
  await settle()
  expect(page.status()).toBe('idle')
  expect(page.view()).toBeNull()
  const signed = await connected()
  await signed.sign()
  signed.wallet.end()
  await settle()
  expect(signed.api.asked.at(-1)).toEqual(['revokeSession', { token: 'token0' }])
  expect(signed.storage.read('sign-in-sessions')).toBeUndefined()
})

test('another page of the site that signs answers the question here', async () => {
  const kept = new Map<string, string>()
  const listeners = new Set<() => void>()
  const shared = {
    tell: () => undefined,
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => undefined,
  }
  const here = await connected({ siwx: required, options: { kept, services: { shared } } })
  const there = visit({ wallet: here.wallet, siwx: required, options: { kept } })
  await there.store.set(restoreAtom)
  await settle()
  await there.sign()
  for (const listener of listeners) listener()
  await settle()
  expect(here.view()).toBeNull()
  expect(here.session().status).toBe('proven')
  // And one that signs out ends it here.
  await there.store.set(cancelAtom)
  there.wallet.end()
  await settle()
  expect(here.session()).toEqual({ status: 'none', session: null })
})

test('a backend that cannot say whether there is a session ends the connection, at Connect', async () => {
  const failing = async (): Promise<never> => {
    throw new AppError('SERVICE_UNREACHABLE')
  }
  const siwx = { createMessage: failing, addSession: failing, getSessions: failing, revokeSession: failing }
  const page = await connected({ siwx })
  expect(page.address()).toBeNull()
  expect(page.logged).toContainEqual(
    expect.stringContaining('A problem occurred while trying initialize authentication'),
  )
  expect(page.signIns()).toMatchObject([{ type: 'SESSION_PROOF_FAILED', error: 'SERVICE_UNREACHABLE' }])
})

test('a backend that says nothing does not keep the user waiting', async () => {
  const never = () => new Promise<never>(() => undefined)
  const page = visit({ siwx: { createMessage: never, addSession: never, getSessions: never, revokeSession: never } })
  const connecting = page.connect()
  await settle()
  await page.clock.advance(30_000)
  await connecting
  expect(page.address()).toBeNull()
})

test('an approval that is on screen is finished first', async () => {
  const page = await connected()
  await page.sign()
  void page.store.set(approveAtom, 'eip155:1', 'personal_sign', []).catch(() => undefined)
  expect(page.view()).toBe('ApproveTransaction')
  page.wallet.moveTo('eip155:137')
  await settle()
  expect(page.view()).toBe('SIWXSignMessage')
})

test.each(['a required question', 'an approval'])('a site that disconnects during %s shows Connect', async (during) => {
  const page = await connected({ siwx: required })
  if (during === 'an approval') {
    await page.sign()
    void page.store.set(approveAtom, 'eip155:1', 'personal_sign', []).catch(() => undefined)
    expect(page.view()).toBe('ApproveTransaction')
  }
  await page.store.set(disconnectToConnectAtom, () => true)
  await settle()
  expect(page.view()).toBe('Connect')
  expect(page.address()).toBeNull()
  expect(page.store.get(announcementAtom)).toBe('Disconnected')
})

test('a site may ask again for what was skipped', async () => {
  const page = await connected()
  await page.cancel()
  page.store.set(openAtom, { view: 'SIWXSignMessage' })
  await settle()
  expect(page.view()).toBe('SIWXSignMessage')
  await page.sign()
  expect(page.session().status).toBe('proven')
})

test('the embedded wallet signs with the sign-in that its user confirms, and nothing is asked afterwards', async () => {
  const calls: [string, { siwxMessage?: Record<string, unknown> | undefined } | undefined][] = []
  const signature = `0x${'ab'.repeat(65)}`
  const page = visit({
    siwx: required,
    options: {
      settings: { networks: ['eip155:31337'] },
      handlers: {
        CONNECT_OTP: async (payload) => void calls.push(['CONNECT_OTP', payload]),
        GET_USER: async (payload) => {
          calls.push(['GET_USER', payload])
          const text = payload?.siwxMessage?.serializedMessage
          const message = String(text).replace('<<AccountAddress>>', testAddress)
          return { address: testAddress, chainId: 31337, ...(text !== undefined && { message, signature }) }
        },
      },
    },
  })
  page.store.set(openAtom)
  await page.store.set(submitEmailAtom, 'ada@example.com')
  await settle()
  expect(page.view()).toBeNull()
  expect(page.session()).toMatchObject({ status: 'proven', session: { accountAddress: testAddress } })
  const [first, second, ...others] = calls
  expect(first?.[0]).toBe('CONNECT_OTP')
  expect(second?.[1]?.siwxMessage).toEqual(first?.[1]?.siwxMessage)
  expect(String(first?.[1]?.siwxMessage?.serializedMessage).split('\n')[1]).toBe('<<AccountAddress>>')
  expect(others).toEqual([])
  const [, stored] = page.api.asked.find(([name]) => name === 'addSession') ?? []
  expect(stored).toMatchObject({ account: `eip155:31337:${testAddress}`, signature })
  expect((stored as { message: string }).message.split('\n')[1]).toBe(testAddress)
})

test('without a signature of the embedded wallet, or with one that the api does not take, the question follows', async () => {
  const login = async (handlers: TestOptions['handlers'], failure: 'NONCE_INVALID' | null) => {
    const page = visit({ options: { settings: { networks: ['eip155:31337'] }, ...(handlers && { handlers }) } })
    page.api.fail('addSession', failure)
    page.store.set(openAtom)
    await page.store.set(submitEmailAtom, 'ada@example.com')
    await settle()
    return page.view()
  }
  expect(await login({}, null)).toBe('SIWXSignMessage')
  const signing: TestOptions['handlers'] = {
    GET_USER: async () => ({ address: testAddress, chainId: 31337, message: 'text', signature: '0xab' }),
  }
  expect(await login(signing, 'NONCE_INVALID')).toBe('SIWXSignMessage')
})
