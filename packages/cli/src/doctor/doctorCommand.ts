import { parseArgs } from 'node:util'
import { walletProjectId } from '@latchkey/api-client'
import type { Command } from '../Command.ts'
import { ask } from '../deployment/ask.ts'
import type { AreaFindings } from '../deployment/Finding.ts'
import { countOutcomes, formatArea, formatCounts } from '../deployment/formatFindings.ts'
import type { DeploymentOptions } from '../deployment/readDeployment.ts'
import { systemResolver } from '../deployment/resolver.ts'
import { readOrigin, readUrl, readWallet } from '../readOrigin.ts'
import { privatePortsOf } from './checks/checkNames.ts'
import { deploymentAreas, diagnose, siteAreas } from './diagnose.ts'

const usage = `Usage: latchkey doctor <wallet url> [options]

Looks at a deployment from outside, as a user could: names, TLS, headers and policies of the documents, scripts, origins,
keys, clocks, status, chains, mail. With --site it looks at a page of your dapp instead: whether it can use the wallet. Prints
what is wrong, what it leads to, and how to fix it. It changes nothing.

  --project <id>         a project whose pages embed the wallet (the wallet's own)
  --site <url>           a page of your dapp: checks project, origin, addresses, policies, mixed content, and nothing else
  --vault <url>          the vault origin that you expect
  --mail-from <address>  the address in MAIL_FROM: looks at SPF, DMARC and MX of its domain
  --json                 print one JSON document instead of lines
  --help                 print this

Exits with 0 when there is no fault, 1 when there is one, 2 when the command line is wrong. Run it from a machine outside the
deployment's network. NODE_EXTRA_CA_CERTS=<file> names a certificate authority of your own.`

/** `latchkey doctor`: checks a deployment or a dapp from outside and prints how to fix what is wrong. */
export const doctorCommand: Command = {
  usage,
  async run(args, { say }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: { type: 'string', default: walletProjectId },
        site: { type: 'string' },
        vault: { type: 'string' },
        'mail-from': { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const walletOrigin = readWallet(positionals)
    const areas: AreaFindings[] = []
    const options: DeploymentOptions = {
      walletOrigin,
      expectedVault: values.vault === undefined ? undefined : readOrigin(values.vault),
      projectId: values.project,
      mailFrom: values['mail-from'],
      ask,
      resolver: systemResolver,
      ca: undefined,
      plainPort: 80,
      privatePorts: privatePortsOf(walletOrigin),
      siteUrl: values.site === undefined ? undefined : readUrl(values.site).href,
      siteFolder: process.cwd(),
    }
    for await (const area of diagnose(options, values.site === undefined ? deploymentAreas : siteAreas)) {
      areas.push(area)
      if (!values.json) for (const line of formatArea(area)) say(line)
    }
    const counts = countOutcomes(areas)
    say(values.json ? JSON.stringify({ wallet: walletOrigin, counts, areas }, null, 2) : formatCounts(counts))
    return counts.fault > 0 ? 1 : 0
  },
}
