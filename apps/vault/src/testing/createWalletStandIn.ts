import {
  assetResponse,
  closedResponse,
  integrityOf,
  passkeys,
  permissions,
  policy,
  responseHeaders,
  scriptDocument,
  sender,
} from '@latchkey/document-server'
import { Hono } from 'hono'

export type WalletStandIn = {
  walletOrigin: string
  vaultOrigin: string
  /** The one page that may embed it. */
  dappOrigin: string
  /** The module that it runs. */
  script: string
}

const entry = '/assets/probe.js'

/** A wallet document for the vault's own tests: one script, under the real one's policy and permissions. */
export const createWalletStandIn = ({ walletOrigin, vaultOrigin, dappOrigin, script }: WalletStandIn): Hono => {
  const send = sender(walletOrigin)
  const integrity = integrityOf(script)
  const html = scriptDocument({
    title: 'Latchkey wallet',
    icon: 'data:,',
    facts: {},
    script: { path: entry, integrity, type: 'module' },
  })
  const passed = `self "${vaultOrigin}"`
  const response = {
    ...closedResponse,
    policy: policy([
      ['default-src', "'none'"],
      ['script-src', `'${integrity}'`],
      ['style-src', "'self'"],
      ['img-src', "'self'", 'data:'],
      ['worker-src', "'none'"],
      ['frame-src', vaultOrigin],
      ['base-uri', "'none'"],
      ['form-action', "'none'"],
      ['frame-ancestors', dappOrigin],
      ['require-trusted-types-for', "'script'"],
      ['trusted-types', "'none'"],
    ]),
    permissions: permissions(Object.fromEntries(passkeys.map((feature) => [feature, passed]))),
    resourcePolicy: 'cross-origin' as const,
  }

  const app = new Hono()
  app.get('/sdk', (context) => send.document(context, response, html))
  app.get(entry, (context) =>
    context.body(script, 200, { ...responseHeaders(assetResponse, false), 'content-type': 'text/javascript' }),
  )
  app.notFound(send.notFound)
  return app
}
