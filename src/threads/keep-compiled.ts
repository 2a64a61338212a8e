import { setFlagsFromString } from 'node:v8'

/**
 * From now on this process frees compiled WebAssembly with its module only, not earlier: in Node.js 24, threads that free the wrapper of an imported
 * function while another takes it up may end the whole process ("Check failed: jit_page_->allocations_.erase(addr) == 1").
 */
export function keepCompiledCode(): void {
  setFlagsFromString('--no-wasm-code-gc')
}
