import type { EndpointRow } from '@latchkey/api-client'

/**
 * An image, for as long as its row says. Whoever opens an SVG by itself opens a document: it may load and run nothing,
 * and has no origin.
 */
export const imageResponse = (image: Blob, { keepSeconds }: EndpointRow): Response =>
  new Response(image, {
    headers: {
      'Content-Type': image.type,
      'Cache-Control': keepSeconds === undefined ? 'no-store' : `public, max-age=${keepSeconds}, immutable`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Pages that isolate themselves show pictures only of those who agree.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
