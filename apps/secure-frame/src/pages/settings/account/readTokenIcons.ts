import { createApiClient, getAssetImage, getTokenImage } from '@latchkey/api-client'
import { parseUrl } from '../../../parseUrl.ts'

const iconPath = /^\/public\/(getTokenImage|getAssetImage)\/([A-Za-z0-9][\w.$+-]{0,127})$/

export type TokenIconOptions = { apiUrl: string; projectId: string; fetch?: typeof fetch }

/**
 * Reads token icons from the API, as the modal does: `data:image/…`, or null where there is none, or the URL is not one of this API's
 * icons. Never rejects.
 */
export const readTokenIcons = ({ apiUrl, projectId, fetch }: TokenIconOptions) => {
  const client = createApiClient({
    endpoints: { getTokenImage, getAssetImage },
    ...{ apiUrl, custodyUrl: '', projectId },
    ...(fetch === undefined ? {} : { fetch }),
  })
  return async (iconUrl: string): Promise<string | null> => {
    const url = parseUrl(iconUrl)
    const [, row, name = ''] = (url?.origin === new URL(apiUrl).origin && iconPath.exec(url.pathname)) || []
    if (row === undefined) return null
    try {
      const picture =
        row === 'getTokenImage'
          ? await client.call('getTokenImage', { symbol: name })
          : await client.call('getAssetImage', { id: name })
      const bytes = new Uint8Array(await picture.arrayBuffer())
      const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
      return picture.type.startsWith('image/') ? `data:${picture.type};base64,${btoa(binary)}` : null
    } catch {
      return null
    }
  }
}
