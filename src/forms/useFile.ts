import { useState } from 'react';
import type { Route } from '../../contract/http/route.ts';
import type { RouteName } from '../../contract/routes.ts';
import { ApiError, Unreachable } from '../api/call.ts';
import { callForFile } from '../api/callForFile.ts';
import { loadRoutes } from '../api/loadRoutes.ts';
import { useDevice } from '../offline/engine/device.ts';
import type { Notice } from '../ui/feedback/Notices.tsx';
import { saveFile } from '../ui/files/saveFile.ts';
import { useBusyMutation } from '../ui/forms/useBusyMutation.ts';

interface File {
  route: RouteName;
  /** How it is saved. */
  name: string;
  done: string;
  failed: (reason: string) => string;
}

/** A file that the server makes while the person waits; a notice tells what became of it. */
export function useFile({ route, name, done, failed }: File) {
  const { withToken } = useDevice();
  const [notice, setNotice] = useState<Notice>();
  const { mutate, isPending } = useBusyMutation({
    mutationFn: async () => {
      const routes = await loadRoutes();
      return withToken((token) => callForFile(routes[route] as Route, { token }));
    },
    onMutate: () => setNotice(undefined),
    onSuccess: (file) => {
      saveFile(name, file);
      setNotice({ type: 'success', message: done });
    },
    onError: (error) => {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      setNotice({ type: 'error', message: failed(error.message) });
    },
  });
  return { save: () => mutate(), busy: isPending, notice };
}
