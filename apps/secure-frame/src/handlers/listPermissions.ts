import type { Handler } from './HandlerDeps.ts'

/** What the person's smart account has let this page do, on every network; what it let others do is nobody's business here. */
export const listPermissions: Handler<'LIST_PERMISSIONS'> =
  (deps) =>
  async (_, { context: page }) => {
    const { permissionsOfPage } = await import('./permissionsOfPage.ts')
    return await permissionsOfPage(deps, page)
  }
