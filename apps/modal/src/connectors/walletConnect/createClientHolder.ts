import { AppError } from '@latchkey/protocol'
import type { Client } from './Client.ts'
import type { ClientSettings, OpenClient } from './openClient.ts'

/** A connector's client: loaded and opened on first use, closed when it is unused and nothing is connected. */
export const createClientHolder = (
  settings: ClientSettings,
  { follow, isNeeded }: { follow: (client: Client) => void; isNeeded: () => boolean },
) => {
  let opening: Promise<OpenClient> | null = null
  let users = 0

  const open = (): Promise<OpenClient> => {
    opening ??= import('./openClient.ts').then(async ({ openClient }) => {
      const opened = await openClient(settings)
      follow(opened.client)
      return opened
    })
    return opening
  }

  const closeWhenIdle = async (): Promise<void> => {
    if (users > 0 || isNeeded() || opening === null) return
    const closing = opening
    opening = null
    const opened = await closing.catch(() => null)
    await opened?.close()
  }

  return {
    /** Throws SERVICE_UNREACHABLE when the code can't be loaded, and what `act` throws. */
    async use<result>(act: (client: Client) => Promise<result>): Promise<result> {
      users += 1
      try {
        const { client } = await open().catch((cause: unknown) => {
          opening = null
          throw new AppError('SERVICE_UNREACHABLE', { cause })
        })
        return await act(client)
      } finally {
        users -= 1
        void closeWhenIdle()
      }
    },
    closeWhenIdle,
  }
}
export type ClientHolder = ReturnType<typeof createClientHolder>
