import type { UniversalProvider } from '@walletconnect/universal-provider'

/** WalletConnect's sign client: sessions, requests, events. */
export type Client = Awaited<ReturnType<typeof UniversalProvider.init>>['client']
export type Session = ReturnType<Client['session']['get']>
