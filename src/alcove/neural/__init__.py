"""Networks: engines that taught themselves.

`trees` walks many games' trees at once in compiled code; `weights` and `inference` bring a trained network to a laptop's
core without PyTorch; `training` makes one, and is the only place that needs PyTorch.
"""
