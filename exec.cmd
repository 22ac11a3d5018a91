@rem cmd.exe has no "exec", which the npm scripts use so that signals reach Node on other systems.
@%*
