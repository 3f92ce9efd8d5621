import type { Clock } from '@latchkey/service-kit/clock'
import type { Log } from '@latchkey/service-kit/log'
import type { Directory } from './directory.ts'
import { openOperatorWallets } from './operatorWallets.ts'
import { createOwnDirectory } from './ownDirectory.ts'
import { createUpstreamDirectory } from './upstreamDirectory.ts'

/** Another server of the same contract, or the bundled wallets and those of the operator's file. */
export type DirectorySettings = { upstreamUrl: string; upstreamProjectId: string } | { file?: string }

/** Opens the configured driver. Throws when the file is damaged. */
export const openDirectory = (
  settings: DirectorySettings,
  { fetch, clock, log }: { fetch: typeof globalThis.fetch; clock: Clock; log: Log },
): Directory =>
  'upstreamUrl' in settings
    ? createUpstreamDirectory({ url: settings.upstreamUrl, projectId: settings.upstreamProjectId, fetch, clock })
    : createOwnDirectory(
        openOperatorWallets(settings.file, (cause) => log({ level: 'error', event: 'directory file ignored', cause })),
      )
