import { t } from '@latchkey/copy/approvals'
import { rich } from '@latchkey/copy/react'
import { Icon, ImageIcon, NetworkIcon, Text } from '@latchkey/ui'
import { displayHost } from '../../boundary/displayHost.ts'
import type { RequestContext } from '../Approval.ts'

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** How the page is reached, which decides who could have changed it on its way. */
const connectionOf = ({ protocol, hostname }: URL) =>
  protocol === 'https:'
    ? ({ icon: 'lock', words: t('connection.secure') } as const)
    : loopback.test(hostname)
      ? ({ icon: 'device', words: t('connection.local') } as const)
      : ({ icon: 'warning', words: t('connection.unencrypted') } as const)

export type OriginRowProps = {
  caller: Pick<RequestContext['caller'], 'origin'>
  claim: Pick<NonNullable<RequestContext['claim']>, 'name' | 'icons' | 'isConfirmed'> | null
}

/**
 * Shows the requester: the origin that the browser vouches for, whole and large. A name is small. Unless the operator has confirmed it,
 * it is marked as not verified.
 */
export function OriginRow({ caller, claim }: OriginRowProps) {
  const url = new URL(caller.origin)
  const connection = connectionOf(url)
  const host = displayHost(url.hostname)
  // The wallet loads nothing from elsewhere, and no drawing that could: any other icon is drawn from the host.
  const picture = claim?.icons.find((each) => /^data:image\/(?:png|jpeg|webp|gif);base64,[\w+/=]+$/.test(each))
  return (
    <div className="wallet-origin" data-connection={connection.icon}>
      <span className="wallet-origin-icon">
        <ImageIcon
          src={picture}
          size={36}
          fallback={<NetworkIcon name={host.replace(/^www\./, '')} id={host} size={36} />}
        />
        <span className="wallet-origin-lock">
          <Icon name={connection.icon} size={12} {...(connection.icon === 'lock' ? { label: connection.words } : {})} />
        </span>
      </span>
      <div className="wallet-origin-text">
        <bdi dir="ltr" className="wallet-origin-host">
          {url.port === '' ? host : `${host}:${url.port}`}
        </bdi>
        {connection.icon !== 'lock' && (
          <Text size="small" tone={connection.icon === 'warning' ? 'warning' : 'secondary'}>
            {connection.words}
          </Text>
        )}
        {claim !== null && claim.name.trim() !== '' && (
          <Text size="small" tone="secondary">
            {claim.isConfirmed === true ? (
              <bdi>{claim.name}</bdi>
            ) : (
              rich((at) => t('claim', at), { name: <bdi>{plainLine(claim.name)}</bdi> })
            )}
          </Text>
        )}
      </div>
    </div>
  )
}

const maxClaimLength = 40

/** A stranger's words on one line: nothing that hides, reorders or goes on and on. */
const plainLine = (text: string): string => {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > maxClaimLength ? `${line.slice(0, maxClaimLength - 1)}…` : line
}
