import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fault of a small frame. */
export type Fault =
  | 'says READY with an id'
  | 'answers a request twice'
  | 'answers in a wrong shape'
  | 'does not answer a request'
  | 'answers what has no id'
  | 'answers what it does not know'
  | 'leaks a stack'
  | 'serves a call that is not allowed'
  | 'answers anybody in the page'
  | 'takes bad parameters'

/**
 * The script of a profile-4 frame without a wallet: correct for the rules that the test checks, except for the given faults.
 * Self-contained: it is served inside the document.
 */
const smallFrame = (faults: readonly Fault[]): void => {
  const isWrong = (fault: Fault): boolean => faults.includes(fault)
  const known =
    'SYNC_DAPP_DATA SYNC_THEME GET_SMART_ACCOUNT_ENABLED_NETWORKS IS_CONNECTED GET_USER CONNECT_EMAIL CONNECT_DEVICE CONNECT_OTP GET_SOCIAL_REDIRECT_URI CONNECT_SOCIAL GET_FARCASTER_URI CONNECT_FARCASTER GET_CHAIN_ID SWITCH_NETWORK SET_PREFERRED_ACCOUNT INIT_SMART_ACCOUNT RPC_REQUEST RPC_ABORT UPDATE_EMAIL UPDATE_EMAIL_PRIMARY_OTP UPDATE_EMAIL_SECONDARY_OTP SIGN_OUT RELOAD'.split(
      ' ',
    )
  const seen = new Set<string>()
  const state = { isConnected: localStorage.getItem('isConnected') === 'yes', chainId: 1 }
  const fail = (message: string): never => {
    throw new Error(message)
  }
  const call = (payload: { method?: unknown }): unknown => {
    if (payload.method === 'eth_chainId') return '0x1'
    if (payload.method === 'eth_sign' && isWrong('serves a call that is not allowed')) return '0x00'
    return fail('Requested RPC call is not allowed')
  }
  const answers: Record<string, (payload: never) => unknown> = {
    SYNC_DAPP_DATA: ({ projectId }: { projectId?: string }) =>
      projectId === undefined && !isWrong('takes bad parameters') ? fail('There is no project') : undefined,
    SYNC_THEME: () => undefined,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
    IS_CONNECTED: () => ({ isConnected: state.isConnected }),
    GET_USER: () =>
      state.isConnected
        ? { email: null, address: `0x${'1'.repeat(40)}`, chainId: state.chainId }
        : fail('Not signed in'),
    CONNECT_EMAIL: ({ email }: { email: string }) =>
      email.includes('@') ? { action: 'VERIFY_OTP' } : fail('No address'),
    CONNECT_OTP: ({ otp }: { otp: string }) => {
      state.isConnected = otp === '123456'
      if (state.isConnected) localStorage.setItem('isConnected', 'yes')
      return state.isConnected ? undefined : fail('That code is not right')
    },
    GET_CHAIN_ID: () => ({ chainId: isWrong('answers in a wrong shape') ? '0x1' : state.chainId }),
    SWITCH_NETWORK: ({ chainId }: { chainId: number }) => {
      state.chainId = chainId
      return { chainId }
    },
    RPC_REQUEST: call,
    RPC_ABORT: () => undefined,
    SIGN_OUT: () => undefined,
    RELOAD: () => undefined,
  }
  const post = (message: unknown): void => parent.postMessage(message, location.ancestorOrigins[0] ?? 'null')

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent) {
      if (isWrong('answers anybody in the page')) source?.postMessage('hello', { targetOrigin: origin })
      return
    }
    const { id, type, payload } = Object(data) as { id?: unknown; type?: unknown; payload?: unknown }
    const name = typeof type === 'string' && type.startsWith('@w3m-app/') ? type.slice(9) : ''
    const isNameless = id === undefined && isWrong('answers what has no id')
    if (!isNameless && (typeof id !== 'string' || id === '' || id.length > 64 || seen.has(id))) return
    if (!known.includes(name) && !(name === 'constructor' && isWrong('answers what it does not know'))) return
    seen.add(String(id))
    if (name === 'INIT_SMART_ACCOUNT' && isWrong('does not answer a request')) return
    try {
      const result = (answers[name] ?? (() => fail('This is not enabled')))((payload ?? {}) as never)
      const success = { id, type: `@w3m-frame/${name}_SUCCESS`, payload: result }
      post(success)
      if (name === 'RPC_ABORT' && isWrong('answers a request twice')) post(success)
    } catch (error) {
      const { message, stack } = error as Error
      const more = isWrong('leaks a stack') ? { stack } : {}
      post({ id, type: `@w3m-frame/${name}_ERROR`, payload: { message, ...more } })
    }
  })
  post({ type: '@w3m-frame/READY', payload: {}, ...(isWrong('says READY with an id') ? { id: '1' } : {}) })
}

export type SmallFrame = { url: URL; mailUrl: string; close(): Promise<void> }

/** Serves a small frame, and an inbox in which every address has a mail with the code 123456. */
export const serveSmallFrame = async (...faults: readonly Fault[]): Promise<SmallFrame> => {
  const document = `<!doctype html><title>Small frame</title><script>(${smallFrame.toString()})(${JSON.stringify(faults)})</script>`
  const server: Server = createServer((request, response) => {
    const isMail = request.url?.startsWith('/api/messages') === true
    response.setHeader('content-type', isMail ? 'application/json' : 'text/html; charset=utf-8')
    response.end(isMail ? JSON.stringify([{ text: 'Your code is 123 456.' }]) : document)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}/sdk`),
    mailUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
