import CEditline
