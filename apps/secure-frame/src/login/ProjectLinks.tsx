import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t } from '@latchkey/copy/signIn'
import { Link } from '@latchkey/ui'

/** Links to the project's pages that a user may want before signing in. */
export function ProjectLinks(links: NonNullable<ProjectBrand['links']>) {
  const names = (['terms', 'privacy', 'support'] as const).filter((name) => links[name] !== undefined)
  if (names.length === 0) return null
  return (
    <nav className="login-links" aria-label={t('links.label')}>
      {names.map((name) => (
        <Link key={name} href={links[name] as string}>
          {t(`links.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
