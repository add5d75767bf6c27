import type { Translation } from '../index.ts';

export const capability: Translation<'capability'> = {
  'capability.wasm.what': '缺少 WebAssembly。',
  'capability.wasm.why': '引擎是编译为 WebAssembly 的 C 程序。此浏览器不能运行它，或被某项设置禁止。',
  'capability.wasm.todo': '请使用新版 Chrome、Edge、Firefox 或 Safari，或关闭其最严格的防护模式。',
  'capability.simd.what': '缺少 WebAssembly SIMD。',
  'capability.simd.why': '引擎使用 128 位指令，与 PostgreSQL 自己的编译结果一样。',
  'capability.simd.todo': '请使用 Chrome 91、Firefox 89、Safari 16.4 或更高版本。',
  'capability.threads.what': '缺少 WebAssembly 线程。',
  'capability.threads.why': '每个活跃连接是一个线程。此浏览器没有可供线程使用的共享内存和原子操作。',
  'capability.threads.todo': '请使用新版 Chrome、Edge、Firefox 或 Safari。',
  'capability.sharedMemory.what': '此浏览器不向任何页面提供共享内存。',
  'capability.sharedMemory.why':
    '每个活跃连接是一个线程，线程之间要共享内存。本页已按浏览器的要求隔离，仍得不到共享内存。',
  'capability.sharedMemory.todo':
    '新版 Chrome、Edge、Firefox 和 Safari 都提供。基于 WebKitGTK 的浏览器（如 GNOME Web）只有以 JSC_useSharedArrayBuffer=1 启动时才提供。',
  'capability.insecure.what': '本页不是通过安全连接加载的。',
  'capability.insecure.why': '浏览器只向 HTTPS 页面和 localhost 提供线程和共享内存。',
  'capability.insecure.todo': '请用 https:// 打开同一地址，或在 http://localhost 上运行一份。',
  'capability.file.what': '本页是从文件打开的。',
  'capability.file.why': '浏览器只向来自服务器的页面提供线程和共享内存。',
  'capability.file.todo': '请用服务器提供该目录，例如在源码目录中运行“npm start”，再打开它给出的地址。',
  'capability.iframe.what': '本页嵌在另一个页面中，而外层页面没有隔离。',
  'capability.iframe.why': '线程需要共享内存。在框架中，只有外层所有页面都已隔离，浏览器才提供共享内存。',
  'capability.iframe.todo': '请在单独的标签页中打开本页。',
  'capability.noServiceWorker.what': '本页没有跨源隔离，而 service worker 被阻止。',
  'capability.noServiceWorker.why':
    '线程需要共享内存，浏览器只向已隔离的页面提供。此主机不发送隔离标头；service worker 本可以补上。',
  'capability.noServiceWorker.todo': '请离开无痕窗口，或允许本站使用 service worker（网站数据），然后重新加载。',
  'capability.notIsolated.what': '本页没有跨源隔离。',
  'capability.notIsolated.why':
    '线程需要共享内存，浏览器只向已隔离的页面提供。页面已为此重新加载，但隔离标头没有生效。',
  'capability.notIsolated.todo': '请关闭此标签页并在新标签页中打开，或换一个浏览器。',
  'capability.isolating.what': '本页正在进入跨源隔离。',
  'capability.isolating.why': '线程需要共享内存。页面会为此自动重新加载一次。',
  'capability.isolating.todo': '如果没有反应，请重新加载页面。',
  'capability.openAlone': '在单独的标签页中打开',
  'capability.stillPublished': '已发表的曲线不需要这些，显示在下方。',
  'capability.publishedAbove': '已发表的曲线显示在上方，不需要这些。',
  'capability.stillModelled': '模型的数字不需要这些，显示在下方。',
  'capability.stillServers': '真实服务器的数据显示在下方，模型也可以在此运行：两者都不需要这些。',
};
