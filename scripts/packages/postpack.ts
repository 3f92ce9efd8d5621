/** Puts the manifest of the workspace back once npm has packed this folder: `postpack` of each package that we publish. */
import { restoreManifest } from './packing.ts'

restoreManifest(process.cwd())
