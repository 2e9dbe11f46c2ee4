import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { installWay, onInstallWay, promptInstall, type InstallWay } from './installPrompt.ts';
import { IosSteps } from './IosSteps.tsx';

interface Install {
  way: InstallWay;
  /** Starts the installation: the browser's question, or the steps on iOS. */
  install: () => void;
  /** The open steps, to be shown. */
  steps: ReactNode;
}

export function useInstall(onStepsClosed?: () => void): Install {
  const way = useSyncExternalStore(onInstallWay, installWay);
  const [stepsOpen, setStepsOpen] = useState(false);
  return {
    way,
    install: () => (way === 'ios-steps' ? setStepsOpen(true) : void promptInstall()),
    steps: stepsOpen && (
      <IosSteps
        onClose={() => {
          setStepsOpen(false);
          onStepsClosed?.();
        }}
      />
    ),
  };
}
