import { listenOn } from '@latchkey/service-kit/http/listen'
import type { Closable } from '@latchkey/service-kit/process/openAll'
import type { Projects } from '@latchkey/service-kit/projects/projects'
import { withWalletPages } from '@latchkey/service-kit/projects/withWalletPages'
import { createProjectListApp } from './createProjectListApp.ts'
import type { ProjectListSettings } from './projectListFields.ts'

type ListenForFramesOptions = ProjectListSettings & { projects: Projects; walletOrigin: string }

/** Serves the list of projects on a separate port, if configured. Throws when the port is taken. */
export async function listenForFrames(options: ListenForFramesOptions): Promise<Closable> {
  const { projectListListener, projects, walletOrigin } = options
  if (projectListListener === undefined) return { close: async () => {} }
  const app = createProjectListApp(withWalletPages(projects, walletOrigin))
  return listenOn(app, projectListListener.port, projectListListener)
}
