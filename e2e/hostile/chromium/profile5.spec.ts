import { profile5Rows } from '../rows/profile5.ts'
import { scenarios } from './scenarios.ts'

scenarios('profile 5', profile5Rows)
