import { type Deployment, isLoopback } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

const settings = 'WALLET_ORIGIN and VAULT_ORIGIN in infra/.env'

const checkApart = (walletOrigin: string, vaultOrigin: string): Finding => {
  const subject = 'origins of wallet and vault'
  const [wallet, vault] = [new URL(walletOrigin), new URL(vaultOrigin)]
  const isApart = wallet.hostname !== vault.hostname || (isLoopback(wallet.hostname) && wallet.port !== vault.port)
  if (isApart) return ok(subject, `${wallet.host} and ${vault.host}`)
  return fault(subject, {
    seen: walletOrigin === vaultOrigin ? 'one origin for both' : 'one host for both',
    why: 'What keeps the keys apart from the wallet document is that browsers keep origins apart.',
    fix: `Give the vault a host name of its own (${settings}), before the first wallet is made: it can never change afterwards.`,
  })
}

const checkNamed = ({ facts, expectedVault, vaultFacts, walletOrigin }: Deployment): Finding[] => {
  if (facts === null) return [skipped('vault of the wallet document', 'the wallet document says nothing')]
  const named =
    expectedVault === undefined || expectedVault === facts.vaultOrigin
      ? ok('vault of the wallet document', facts.vaultOrigin)
      : fault('vault of the wallet document', {
          seen: `it names ${facts.vaultOrigin}, and you ${expectedVault}`,
          why: 'Wallets that were made with one vault origin open nowhere else.',
          fix: `Set VAULT_ORIGIN=${expectedVault} in infra/.env and restart frame and api, or pass the right --vault.`,
        })
  if (vaultFacts === null) return [named]
  const subject = 'wallet of the vault document'
  if (vaultFacts.walletOrigin === walletOrigin) return [named, ok(subject, vaultFacts.walletOrigin)]
  return [
    named,
    fault(subject, {
      seen: `it names ${vaultFacts.walletOrigin}, not ${walletOrigin}`,
      why: 'The vault talks to the wallet origin that it names alone: no wallet opens.',
      fix: `Set WALLET_ORIGIN=${walletOrigin} for the frame server (infra/.env), or open the wallet at ${vaultFacts.walletOrigin}.`,
    }),
  ]
}

/** Checks that no authority shares an origin with documents that hold keys or sessions: its responses would run with their access. */
const checkServicesApart = ({ facts, walletOrigin }: Deployment): Finding[] => {
  if (facts === null) return []
  const { apiUrl, custodyUrl, vaultOrigin } = facts
  return Object.entries({ api: apiUrl, custody: custodyUrl }).map(([authority, url]) => {
    const subject = `origin of ${authority}`
    const { host, origin } = new URL(url)
    if (origin !== walletOrigin && origin !== vaultOrigin) return ok(subject, host)
    return fault(subject, {
      seen: `${host}, which is also that of the ${origin === walletOrigin ? 'wallet' : 'vault'}`,
      why: `If ${authority} is taken over, it can run script in the ${origin === walletOrigin ? 'wallet' : 'vault'} documents of your users.`,
      fix: `Give ${authority} a host name of its own: ${authority.toUpperCase()}_ORIGIN in infra/.env (infra/README.md, "From one host name to four").`,
    })
  })
}

/** Checks that wallet, vault and authorities have separate origins, and that the documents contain the right ones. */
export const checkOrigins: Check = {
  area: 'Origins',
  run: async (deployment) => {
    const { walletOrigin, facts, expectedVault } = deployment
    const vault = facts?.vaultOrigin ?? expectedVault
    return [
      ...(vault === undefined ? [] : [checkApart(walletOrigin, vault)]),
      ...checkNamed(deployment),
      ...checkServicesApart(deployment),
    ]
  },
}
