import { t } from '@latchkey/copy/approvals'
import { rich } from '@latchkey/copy/react'
import { Icon, ImageIcon, NetworkIcon, Text } from '@latchkey/ui'
import { displayHost } from '../../boundary/displayHost.ts'
import type { RequestContext } from '../Approval.ts'

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** The scheme of the page, which determines who could have tampered with it in transit. */
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
 * Shows the requester: the origin that the browser reports, whole and large. The name is small and marked as not verified
 * unless the operator has confirmed it.
 */
export function OriginRow({ caller, claim }: OriginRowProps) {
  const url = new URL(caller.origin)
  const connection = connectionOf(url)
  const host = displayHost(url.hostname)
  // The wallet loads nothing from other hosts, and no image format that could; any other icon is generated from the host name.
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

/** Reduces untrusted text to one line, without characters that hide or reorder, and to a maximum length. */
const plainLine = (text: string): string => {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return line.length > maxClaimLength ? `${line.slice(0, maxClaimLength - 1)}…` : line
}
